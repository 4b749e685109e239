// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

import {OutflowCaps} from "./OutflowCaps.sol";
import {VaultTypes} from "./VaultTypes.sol";

/// Where the venue's money lies. Tokens leave it in three ways only: to a wallet that signed for it, at once within the
/// caps (`withdraw`) or later above them (`payQueued`), and as excess that belongs to no deposit (`rescue`).
/// Of each token, what was paid out never exceeds what came in by deposits and funding (`booked`), and a withdrawal's nonce
/// counts once. Not upgradeable. Sources: vault 3 to 7.
contract Vault is VaultTypes, Ownable2Step, Pausable, ReentrancyGuard {
    using OutflowCaps for OutflowCaps.Outflow;
    using SafeERC20 for IERC20;

    /// A withdrawal that waits. It goes to its sender, as every withdrawal does.
    struct Queued {
        bytes32 brokerHash;
        bytes32 tokenHash;
        address sender;
        uint64 payableAt;
        uint128 tokenAmount;
        uint128 fee;
    }

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant WITHDRAW_TYPEHASH = keccak256(
        "Withdraw(string brokerId,uint256 chainId,address receiver,string token,uint256 amount,uint64 withdrawNonce,uint64 timestamp)"
    );
    bytes32 private constant DELEGATE_WITHDRAW_TYPEHASH = keccak256(
        "DelegateWithdraw(address delegateContract,string brokerId,uint256 chainId,address receiver,string token,uint256 amount,uint64 withdrawNonce,uint64 timestamp)"
    );
    /// No withdrawal waits longer, whatever an owner decides.
    uint64 private constant MAX_QUEUE_DELAY = 30 days;

    uint256 public immutable chainId;
    address public immutable verifyingContract;
    bytes32 public immutable domainSeparator;

    address public operator;
    address public guardian;
    /// In seconds.
    uint64 public queueDelay;
    /// Of the last deposit; the first one has 1.
    uint64 public depositId;

    /// Withdrawals that were paid, refused by the token, queued or taken out of the queue.
    mapping(bytes32 accountId => mapping(uint64 withdrawNonce => bool)) public done;
    /// Who signs for the account of a contract.
    mapping(bytes32 accountId => address) public signerOf;
    /// What belongs to accounts and the venue: deposits and funding less what was paid. Anything above can be rescued.
    mapping(address token => uint256) public booked;
    mapping(address token => uint256) public depositLimit;
    mapping(address token => uint128) public maxWithdrawFee;

    mapping(bytes32 tokenHash => address) private _tokenAddress;
    mapping(bytes32 tokenHash => bool) private _tokenAllowed;
    mapping(bytes32 brokerHash => bool) private _brokerAllowed;
    mapping(address token => OutflowCaps.Outflow) private _outflow;
    mapping(bytes32 accountId => mapping(uint64 withdrawNonce => Queued)) private _queue;

    constructor(VaultTerms memory terms) Ownable(terms.owner) {
        chainId = block.chainid;
        verifyingContract = terms.verifyingContract;
        domainSeparator = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(terms.domainName)),
                keccak256("1"),
                block.chainid,
                terms.verifyingContract
            )
        );
        _changeOperator(terms.operator);
        _changeGuardian(terms.guardian);
        _setQueueDelay(terms.queueDelay);
        for (uint256 i = 0; i < terms.brokers.length; i++) {
            _setAllowedBroker(terms.brokers[i], true);
        }
        for (uint256 i = 0; i < terms.tokens.length; i++) {
            TokenTerms memory token = terms.tokens[i];
            _changeTokenAddressAndAllow(token.tokenHash, token.token);
            _setWithdrawCaps(token.token, token.perWithdrawal, token.perDay);
            _setMaxWithdrawFee(token.token, token.maxWithdrawFee);
            _setDepositLimit(token.token, token.depositLimit);
        }
    }

    modifier onlyOperator() {
        if (msg.sender != operator) revert OnlyOperator();
        _;
    }

    // ---------------------------------------------------------------------------------------------- money comes in

    /// Credits the caller's own account.
    function deposit(Deposit calldata data) external payable {
        _deposit(msg.sender, data);
    }

    /// Credits another's account. The caller pays.
    function depositTo(address receiver, Deposit calldata data) external payable {
        _deposit(receiver, data);
    }

    /// The native coin to attach to a deposit: none. Refuses what a deposit would be refused for.
    function getDepositFee(address receiver, Deposit calldata data) external view returns (uint256) {
        _checkDeposit(receiver, data);
        return 0;
    }

    /// Adds money for withdrawals that no account is credited for here: of deposits on other chains, of a loss made good.
    function fund(bytes32 tokenHash, uint128 amount) external nonReentrant {
        address token = _allowedToken(tokenHash);
        if (amount == 0) revert ZeroDeposit();
        _pull(token, amount);
        emit Funded(msg.sender, tokenHash, amount);
    }

    function _deposit(address receiver, Deposit calldata data) private nonReentrant {
        if (msg.value != 0) revert NativeValueNotAccepted();
        address token = _checkDeposit(receiver, data);
        _pull(token, data.tokenAmount);
        depositId += 1;
        emit AccountDepositTo(data.accountId, receiver, depositId, data.tokenHash, data.tokenAmount);
    }

    function _checkDeposit(address receiver, Deposit calldata data) private view whenNotPaused returns (address token) {
        token = _allowedToken(data.tokenHash);
        if (!_brokerAllowed[data.brokerHash]) revert BrokerNotAllowed();
        if (data.accountId != _accountId(receiver, data.brokerHash)) revert AccountIdInvalid();
        if (data.tokenAmount == 0) revert ZeroDeposit();
        uint256 limit = depositLimit[token];
        if (limit != 0 && IERC20(token).balanceOf(address(this)) + data.tokenAmount > limit) {
            revert DepositExceedLimit();
        }
    }

    function _pull(address token, uint128 amount) private {
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = IERC20(token).balanceOf(address(this)) - before;
        if (received != amount) revert ReceivedAmountDiffers(received, amount);
        booked[token] += amount;
    }

    // ----------------------------------------------------------------------------------------------- money goes out

    /// Pays what a wallet signed for; above a cap, puts it into the queue. Vault 6.
    /// @param brokerId text of `brokerHash`
    /// @param token symbol, text of `tokenHash`
    /// @param timestamp as signed, in milliseconds
    /// @param signature 65 bytes of the sender's wallet, or of the delegate of a sender that is a contract
    function withdraw(
        Withdrawal calldata data,
        string calldata brokerId,
        string calldata token,
        uint64 timestamp,
        bytes calldata signature
    ) external whenNotPaused onlyOperator nonReentrant {
        address tokenAddress = _allowedToken(data.tokenHash);
        if (keccak256(bytes(token)) != data.tokenHash) revert TokenNotAllowed();
        if (!_brokerAllowed[data.brokerHash] || keccak256(bytes(brokerId)) != data.brokerHash) {
            revert BrokerNotAllowed();
        }
        if (data.accountId != _accountId(data.sender, data.brokerHash)) revert AccountIdInvalid();
        if (data.receiver != data.sender) revert ReceiverInvalid();
        uint128 maxFee = maxWithdrawFee[tokenAddress];
        if (data.fee >= data.tokenAmount || (maxFee != 0 && data.fee > maxFee)) revert FeeExceedsAmount();
        if (done[data.accountId][data.withdrawNonce]) revert WithdrawNonceUsed(data.accountId, data.withdrawNonce);
        if (!_isSigned(data, timestamp, signature)) revert SignatureInvalid();
        uint128 payout = data.tokenAmount - data.fee;
        _checkFunds(tokenAddress, payout);

        done[data.accountId][data.withdrawNonce] = true;
        Queued memory item = Queued({
            brokerHash: data.brokerHash,
            tokenHash: data.tokenHash,
            sender: data.sender,
            payableAt: uint64(block.timestamp) + queueDelay,
            tokenAmount: data.tokenAmount,
            fee: data.fee
        });
        if (_isBlacklisted(tokenAddress, data.receiver)) {
            emit WithdrawFailed(data.accountId, data.withdrawNonce, data.receiver, data.tokenAmount);
        } else if (_outflow[tokenAddress].take(payout)) {
            _pay(tokenAddress, data.accountId, data.withdrawNonce, item);
        } else {
            _queue[data.accountId][data.withdrawNonce] = item;
            emit WithdrawQueued(
                data.accountId,
                data.withdrawNonce,
                item.payableAt,
                item.brokerHash,
                item.sender,
                item.sender,
                item.tokenHash,
                item.tokenAmount,
                item.fee
            );
        }
    }

    /// Pays a withdrawal whose time in the queue is over. For any caller: where the money goes is settled.
    function payQueued(bytes32 accountId, uint64 withdrawNonce) external whenNotPaused nonReentrant {
        Queued memory item = _takeQueued(accountId, withdrawNonce);
        if (block.timestamp < item.payableAt) revert NotYetPayable(item.payableAt);
        address token = _allowedToken(item.tokenHash);
        _checkFunds(token, item.tokenAmount - item.fee);
        if (_isBlacklisted(token, item.sender)) {
            emit WithdrawFailed(accountId, withdrawNonce, item.sender, item.tokenAmount);
        } else {
            _pay(token, accountId, withdrawNonce, item);
        }
    }

    /// Takes a withdrawal out of the queue. Its nonce stays used, so it can never be paid; the account gets its money back
    /// in the venue. Works while paused, so that nothing is payable between unpausing and this.
    function cancelQueued(bytes32 accountId, uint64 withdrawNonce) external onlyOwner {
        Queued memory item = _takeQueued(accountId, withdrawNonce);
        emit WithdrawFailed(accountId, withdrawNonce, item.sender, item.tokenAmount);
    }

    /// Takes out what was sent here and belongs to no deposit.
    function rescue(address token, address to, uint256 amount) external onlyOwner nonReentrant {
        if (to == address(0)) revert AddressZero();
        uint256 balance = IERC20(token).balanceOf(address(this));
        uint256 excess = balance > booked[token] ? balance - booked[token] : 0;
        if (amount > excess) revert RescueExceedsExcess(excess, amount);
        emit Rescued(token, to, amount);
        IERC20(token).safeTransfer(to, amount);
    }

    function _takeQueued(bytes32 accountId, uint64 withdrawNonce) private returns (Queued memory item) {
        item = _queue[accountId][withdrawNonce];
        if (item.sender == address(0)) revert NotQueued(accountId, withdrawNonce);
        delete _queue[accountId][withdrawNonce];
    }

    function _pay(address token, bytes32 accountId, uint64 withdrawNonce, Queued memory item) private {
        uint128 payout = item.tokenAmount - item.fee;
        booked[token] -= payout;
        emit AccountWithdraw(
            accountId,
            withdrawNonce,
            item.brokerHash,
            item.sender,
            item.sender,
            item.tokenHash,
            item.tokenAmount,
            item.fee
        );
        IERC20(token).safeTransfer(item.sender, payout);
    }

    /// Money that was sent here without a deposit pays no one.
    function _checkFunds(address token, uint128 payout) private view {
        uint256 balance = IERC20(token).balanceOf(address(this));
        uint256 available = balance < booked[token] ? balance : booked[token];
        if (available < payout) revert InsufficientVault(available, payout);
    }

    function _isSigned(Withdrawal calldata data, uint64 timestamp, bytes calldata signature)
        private
        view
        returns (bool)
    {
        // Read anew, not from construction: on a chain that split off, what was signed for this one is worth nothing.
        bytes memory terms = abi.encode(
            data.brokerHash,
            block.chainid,
            data.receiver,
            data.tokenHash,
            uint256(data.tokenAmount),
            data.withdrawNonce,
            timestamp
        );
        if (_isBy(data.sender, keccak256(bytes.concat(WITHDRAW_TYPEHASH, terms)), signature)) return true;
        address delegate = signerOf[data.accountId];
        if (delegate == address(0)) return false;
        bytes memory head = abi.encode(DELEGATE_WITHDRAW_TYPEHASH, data.sender);
        return _isBy(delegate, keccak256(bytes.concat(head, terms)), signature);
    }

    /// No signature counts that is not 65 bytes, is malleable (high s) or recovers to no address.
    function _isBy(address signer, bytes32 structHash, bytes calldata signature) private view returns (bool) {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domainSeparator, structHash));
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        return failure == ECDSA.RecoverError.NoError && recovered == signer;
    }

    /// What the token says, if it is one that can refuse a receiver.
    function _isBlacklisted(address token, address receiver) private view returns (bool) {
        (bool answered, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("isBlacklisted(address)", receiver));
        return answered && answer.length == 32 && uint256(bytes32(answer)) != 0;
    }

    // --------------------------------------------------------------------------------------- accounts of contracts

    /// A contract names who signs for its account; zero takes the right back. Not stopped by a pause, so that a
    /// delegate whose key was lost can be replaced at any time.
    function delegateSigner(Delegate calldata data) external {
        if (msg.sender.code.length == 0) revert ZeroCodeLength();
        if (data.delegateSigner.code.length != 0) revert NotZeroCodeLength();
        if (!_brokerAllowed[data.brokerHash]) revert BrokerNotAllowed();
        signerOf[_accountId(msg.sender, data.brokerHash)] = data.delegateSigner;
        emit AccountDelegate(msg.sender, data.brokerHash, data.delegateSigner, block.chainid, block.number);
    }

    function _accountId(address wallet, bytes32 brokerHash) private pure returns (bytes32) {
        return keccak256(abi.encode(wallet, brokerHash));
    }

    // ------------------------------------------------------------------------------------------------ what is seen

    /// @return the token's address, zero if it is not allowed
    function getAllowedToken(bytes32 tokenHash) public view returns (address) {
        return _tokenAllowed[tokenHash] ? _tokenAddress[tokenHash] : address(0);
    }

    function getAllowedBroker(bytes32 brokerHash) external view returns (bool) {
        return _brokerAllowed[brokerHash];
    }

    /// @return perWithdrawal the most that one withdrawal pays at once
    /// @return perDay the most that is paid at once within any 24 hours
    /// @return counted what was paid at once and still counts against the day
    function withdrawCaps(address token) external view returns (uint128 perWithdrawal, uint128 perDay, uint128 counted) {
        OutflowCaps.Outflow storage outflow = _outflow[token];
        return (outflow.perWithdrawal, outflow.perDay, outflow.countedNow());
    }

    /// @return a withdrawal that waits; all zero if there is none of that nonce
    function queued(bytes32 accountId, uint64 withdrawNonce) external view returns (Queued memory) {
        return _queue[accountId][withdrawNonce];
    }

    function _allowedToken(bytes32 tokenHash) private view returns (address token) {
        token = getAllowedToken(tokenHash);
        if (token == address(0)) revert TokenNotAllowed();
    }

    // ------------------------------------------------------------------------------------------- guardian and owner

    function emergencyPause() external {
        if (msg.sender != guardian) _checkOwner();
        _pause();
    }

    function emergencyUnpause() external onlyOwner {
        _unpause();
    }

    function changeOperator(address newOperator) external onlyOwner {
        _changeOperator(newOperator);
    }

    function changeGuardian(address newGuardian) external onlyOwner {
        _changeGuardian(newGuardian);
    }

    function changeTokenAddressAndAllow(bytes32 tokenHash, address token) external onlyOwner {
        _changeTokenAddressAndAllow(tokenHash, token);
    }

    function setAllowedToken(bytes32 tokenHash, bool allowed) external onlyOwner {
        if (_tokenAllowed[tokenHash] == allowed) revert EnumerableSetError();
        if (_tokenAddress[tokenHash] == address(0)) revert AddressZero();
        _tokenAllowed[tokenHash] = allowed;
        emit SetAllowedToken(tokenHash, allowed);
    }

    function setAllowedBroker(bytes32 brokerHash, bool allowed) external onlyOwner {
        _setAllowedBroker(brokerHash, allowed);
    }

    function setDepositLimit(address token, uint256 limit) external onlyOwner {
        _setDepositLimit(token, limit);
    }

    function setWithdrawCaps(address token, uint128 perWithdrawal, uint128 perDay) external onlyOwner {
        _setWithdrawCaps(token, perWithdrawal, perDay);
    }

    function setMaxWithdrawFee(address token, uint128 fee) external onlyOwner {
        _setMaxWithdrawFee(token, fee);
    }

    function setQueueDelay(uint64 delay) external onlyOwner {
        _setQueueDelay(delay);
    }

    function renounceOwnership() public pure override {
        revert OwnerRequired();
    }

    function _changeOperator(address newOperator) private {
        if (newOperator == address(0)) revert AddressZero();
        emit ChangeOperator(operator, newOperator);
        operator = newOperator;
    }

    function _changeGuardian(address newGuardian) private {
        if (newGuardian == address(0)) revert AddressZero();
        emit ChangeGuardian(guardian, newGuardian);
        guardian = newGuardian;
    }

    function _changeTokenAddressAndAllow(bytes32 tokenHash, address token) private {
        if (token == address(0)) revert AddressZero();
        _tokenAddress[tokenHash] = token;
        _tokenAllowed[tokenHash] = true;
        emit ChangeTokenAddressAndAllow(tokenHash, token);
    }

    function _setAllowedBroker(bytes32 brokerHash, bool allowed) private {
        if (_brokerAllowed[brokerHash] == allowed) revert EnumerableSetError();
        _brokerAllowed[brokerHash] = allowed;
        emit SetAllowedBroker(brokerHash, allowed);
    }

    function _setDepositLimit(address token, uint256 limit) private {
        depositLimit[token] = limit;
        emit ChangeDepositLimit(token, limit);
    }

    function _setWithdrawCaps(address token, uint128 perWithdrawal, uint128 perDay) private {
        _outflow[token].perWithdrawal = perWithdrawal;
        _outflow[token].perDay = perDay;
        emit ChangeWithdrawCaps(token, perWithdrawal, perDay);
    }

    function _setMaxWithdrawFee(address token, uint128 fee) private {
        maxWithdrawFee[token] = fee;
        emit ChangeMaxWithdrawFee(token, fee);
    }

    function _setQueueDelay(uint64 delay) private {
        if (delay == 0 || delay > MAX_QUEUE_DELAY) revert QueueDelayInvalid();
        emit ChangeQueueDelay(queueDelay, delay);
        queueDelay = delay;
    }
}
