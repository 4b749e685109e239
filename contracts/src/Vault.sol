// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

import {AccountFlows} from "./AccountFlows.sol";
import {Attested} from "./Attested.sol";
import {OutflowCaps} from "./OutflowCaps.sol";

/// What a vault has to have so that another one's money can move there.
interface ISuccessor {
    function fund(bytes32 tokenHash, uint128 amount) external;
}

/// Where the venue's money lies. Tokens leave it in five ways only: to a wallet that signed for it and for which the
/// attesters have signed, at once within the caps (`withdraw`) or later above them (`payQueued`); to accounts by what the
/// attesters have published, once they are silent for long (`exit`); all of it to the vault that comes after this one, which
/// the owner has named and for which the attesters have signed (`moveToSuccessor`); and as excess that belongs to no deposit
/// (`rescue`).
/// Of each token, what was paid out never exceeds what came in by deposits and funding (`booked`), and a withdrawal's nonce
/// counts once. Not upgradeable. Sources: vault 3 to 7.
contract Vault is Attested, Ownable2Step, Pausable, ReentrancyGuard {
    using AccountFlows for AccountFlows.Flow;
    using OutflowCaps for OutflowCaps.Outflow;
    using SafeCast for int256;
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    /// @param exitsOpen accounts leave by themselves, and the balances that they leave by are those of the last publication
    /// @param net of all accounts: deposits less withdrawals that were paid or queued, fees included
    /// @param queued what waits, as it will be paid
    struct Token {
        address asset;
        bool isAllowed;
        bool exitsOpen;
        int128 net;
        uint128 queued;
    }

    /// What accounts leave by. See `BalancesPublished` and `ExitsBegun`.
    /// @param number of the publication; an account leaves once in each
    /// @param generation of the attesters that have signed it
    struct Balances {
        bytes32 root;
        int128 total;
        uint64 position;
        uint32 number;
        uint32 generation;
        uint128 available;
        uint128 outstanding;
    }

    /// A withdrawal that waits. It goes to its sender, as every withdrawal does.
    struct Queued {
        bytes32 brokerHash;
        bytes32 tokenHash;
        address sender;
        uint64 payableAt;
        uint128 tokenAmount;
        uint128 fee;
    }

    bytes32 private constant WITHDRAW_TYPEHASH = keccak256(
        "Withdraw(string brokerId,uint256 chainId,address receiver,string token,uint256 amount,uint64 withdrawNonce,uint64 timestamp)"
    );
    bytes32 private constant DELEGATE_WITHDRAW_TYPEHASH = keccak256(
        "DelegateWithdraw(address delegateContract,string brokerId,uint256 chainId,address receiver,string token,uint256 amount,uint64 withdrawNonce,uint64 timestamp)"
    );
    bytes32 private constant PAYMENT_TYPEHASH = keccak256(
        "Payment(bytes32 accountId,uint64 withdrawNonce,bytes32 brokerHash,bytes32 tokenHash,uint128 tokenAmount,uint128 fee,address sender,uint64 deadline)"
    );
    bytes32 private constant BALANCES_TYPEHASH =
        keccak256("Balances(bytes32 tokenHash,bytes32 root,int128 total,uint64 position,uint64 deadline)");
    bytes32 private constant MOVE_TYPEHASH =
        keccak256("Move(bytes32 tokenHash,address successor,uint128 amount,uint64 deadline)");
    /// No withdrawal waits longer, whatever an owner decides; and no pause lasts longer.
    uint64 private constant MAX_QUEUE_DELAY = 30 days;
    uint64 private constant MAX_DELAY = 365 days;
    /// By which the clock of a wallet may be behind that of a block.
    uint256 private constant CLOCK_SLACK = 5 minutes;

    uint256 public immutable chainId;
    address public immutable verifyingContract;
    bytes32 public immutable domainSeparator;
    /// In seconds, as all below. Since 1970.
    uint64 public immutable startedAt;
    uint64 public immutable pauseDuration;
    uint64 public immutable escapeDelay;
    uint64 public immutable maxMessageAge;

    address public operator;
    address public guardian;
    /// Since 1970; in the past when the vault is not paused.
    uint64 public pausedUntil;
    /// Since 1970; in the past when the guardian may pause.
    uint64 public guardianWaitsUntil;
    /// In seconds.
    uint64 public queueDelay;
    /// Of the last deposit; the first one has 1.
    uint64 public depositId;
    /// The vault that what is here moves to. While there is one nothing comes in and nothing is queued; zero: it stays.
    address public successor;
    bool private _hasMoved;

    /// Withdrawals that were paid, refused by the token, queued or taken out of the queue.
    mapping(bytes32 accountId => mapping(uint64 withdrawNonce => bool)) public done;
    /// Who signs for the account of a contract.
    mapping(bytes32 accountId => address) public signerOf;
    /// What belongs to accounts and the venue: deposits and funding less what was paid. Anything above can be rescued.
    mapping(address token => uint256) public booked;
    mapping(address token => uint256) public depositLimit;
    mapping(address token => uint128) public maxWithdrawFee;

    mapping(bytes32 tokenHash => Token) private _tokens;
    mapping(bytes32 brokerHash => bool) private _brokerAllowed;
    mapping(address token => OutflowCaps.Outflow) private _outflow;
    mapping(bytes32 accountId => mapping(uint64 withdrawNonce => Queued)) private _queue;
    mapping(bytes32 tokenHash => mapping(bytes32 accountId => AccountFlows.Flow)) private _flows;
    mapping(bytes32 tokenHash => Balances) private _balances;
    /// Of the publication by which an account left last.
    mapping(bytes32 tokenHash => mapping(bytes32 accountId => uint32)) private _exitedBy;

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
        _changeAttesters(terms.attesters, terms.attesterThreshold);
        _setQueueDelay(terms.queueDelay);
        if (terms.pauseDuration == 0 || terms.pauseDuration > MAX_QUEUE_DELAY) revert TermsInvalid();
        if (terms.escapeDelay < 1 days || terms.escapeDelay > MAX_DELAY) revert TermsInvalid();
        if (terms.maxMessageAge < 1 days || terms.maxMessageAge > MAX_DELAY) revert TermsInvalid();
        startedAt = uint64(block.timestamp);
        pauseDuration = terms.pauseDuration;
        escapeDelay = terms.escapeDelay;
        maxMessageAge = terms.maxMessageAge;
        for (uint256 i = 0; i < terms.brokers.length; i++) {
            _setAllowedBroker(terms.brokers[i], true);
        }
        for (uint256 i = 0; i < terms.tokens.length; i++) {
            TokenTerms memory token = terms.tokens[i];
            _changeTokenAddressAndAllow(token.tokenHash, token.token);
            _setWithdrawCaps(token.token, token.perWithdrawal, token.perDay, token.perAccountDay);
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
        _requireStays();
        if (amount == 0) revert ZeroDeposit();
        _pull(token, amount);
        emit Funded(msg.sender, tokenHash, amount);
    }

    function _deposit(address receiver, Deposit calldata data) private nonReentrant {
        if (msg.value != 0) revert NativeValueNotAccepted();
        address token = _checkDeposit(receiver, data);
        _pull(token, data.tokenAmount);
        depositId += 1;
        _flows[data.tokenHash][data.accountId].bring(data.tokenAmount);
        _moveNet(data.tokenHash, int256(uint256(data.tokenAmount)));
        emit AccountDepositTo(data.accountId, receiver, depositId, data.tokenHash, data.tokenAmount);
    }

    function _checkDeposit(address receiver, Deposit calldata data) private view whenNotPaused returns (address token) {
        token = _allowedToken(data.tokenHash);
        _requireStays();
        if (_tokens[data.tokenHash].exitsOpen) revert ExitsOpen();
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

    /// Pays what a wallet and the attesters signed for; above a cap, puts it into the queue. Vault 6.
    /// @param brokerId text of `brokerHash`
    /// @param token symbol, text of `tokenHash`
    /// @param timestamp as signed, in milliseconds
    /// @param signature 65 bytes of the sender's wallet, or of the delegate of a sender that is a contract
    /// @param deadline of the attestations, in seconds since 1970
    /// @param attestations signatures of `Payment`, as many as the threshold, in the order of their signers' addresses
    function withdraw(
        Withdrawal calldata data,
        string calldata brokerId,
        string calldata token,
        uint64 timestamp,
        bytes calldata signature,
        uint64 deadline,
        bytes[] calldata attestations
    ) external whenNotPaused onlyOperator nonReentrant {
        _checkWithdrawal(data, keccak256(bytes(brokerId)), keccak256(bytes(token)));
        _checkAge(timestamp);
        if (!_isSigned(data, timestamp, signature)) revert SignatureInvalid();
        _requireAttested(_paymentHash(data, deadline), deadline, attestations);
        _handIn(data);
    }

    function _checkWithdrawal(Withdrawal calldata data, bytes32 brokerHash, bytes32 tokenHash) private view {
        address token = _allowedToken(data.tokenHash);
        if (tokenHash != data.tokenHash) revert TokenNotAllowed();
        if (_tokens[tokenHash].exitsOpen) revert ExitsOpen();
        if (!_brokerAllowed[data.brokerHash] || brokerHash != data.brokerHash) revert BrokerNotAllowed();
        if (data.accountId != _accountId(data.sender, data.brokerHash)) revert AccountIdInvalid();
        if (data.receiver != data.sender) revert ReceiverInvalid();
        uint128 maxFee = maxWithdrawFee[token];
        if (data.fee >= data.tokenAmount || (maxFee != 0 && data.fee > maxFee)) revert FeeExceedsAmount();
        if (done[data.accountId][data.withdrawNonce]) revert WithdrawNonceUsed(data.accountId, data.withdrawNonce);
    }

    /// What was signed for another vault before this one, or has been lying about for long, is worth nothing.
    function _checkAge(uint64 timestamp) private view {
        uint256 signedAt = timestamp / 1000;
        if (signedAt + CLOCK_SLACK < startedAt || signedAt + maxMessageAge < block.timestamp) revert MessageTooOld();
        if (signedAt > block.timestamp + maxMessageAge) revert MessageTooNew();
    }

    function _paymentHash(Withdrawal calldata data, uint64 deadline) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                PAYMENT_TYPEHASH,
                data.accountId,
                data.withdrawNonce,
                data.brokerHash,
                data.tokenHash,
                data.tokenAmount,
                data.fee,
                data.sender,
                deadline
            )
        );
    }

    function _handIn(Withdrawal calldata data) private {
        address token = _tokens[data.tokenHash].asset;
        uint128 payout = data.tokenAmount - data.fee;
        _checkFunds(token, payout);

        done[data.accountId][data.withdrawNonce] = true;
        if (_isBlacklisted(token, data.receiver)) {
            emit WithdrawFailed(data.accountId, data.withdrawNonce, data.receiver, data.tokenAmount);
            return;
        }
        Queued memory item = Queued({
            brokerHash: data.brokerHash,
            tokenHash: data.tokenHash,
            sender: data.sender,
            payableAt: uint64(block.timestamp) + queueDelay,
            tokenAmount: data.tokenAmount,
            fee: data.fee
        });
        _move(data.tokenHash, data.accountId, -int256(uint256(data.tokenAmount)));
        if (_takeAtOnce(token, _flows[data.tokenHash][data.accountId], payout)) {
            _pay(token, data.accountId, data.withdrawNonce, item);
        } else {
            // The queue would have to be empty before anything moves.
            _requireStays();
            _enqueue(data.accountId, data.withdrawNonce, item);
        }
    }

    /// Counts a payment that is within the caps. @return whether it is; if not, nothing was counted
    function _takeAtOnce(address token, AccountFlows.Flow storage flow, uint128 payout) private returns (bool) {
        OutflowCaps.Outflow storage outflow = _outflow[token];
        if (!_fitsAt(outflow, flow, payout, block.timestamp)) return false;
        uint128 beyond = flow.beyondAt(payout, block.timestamp);
        flow.take(payout, beyond);
        outflow.take(beyond);
        return true;
    }

    function _fitsAt(
        OutflowCaps.Outflow storage outflow,
        AccountFlows.Flow storage flow,
        uint128 payout,
        uint256 time
    ) private view returns (bool) {
        if (payout > outflow.perWithdrawal || outflow.perDay == 0) return false;
        uint128 cap = outflow.perAccountDay;
        if (cap == 0) return false;
        uint128 beyond = flow.beyondAt(payout, time);
        return flow.fitsAt(beyond, cap, time) && outflow.fitsAt(beyond, time);
    }

    function _enqueue(bytes32 accountId, uint64 withdrawNonce, Queued memory item) private {
        _queue[accountId][withdrawNonce] = item;
        _tokens[item.tokenHash].queued += item.tokenAmount - item.fee;
        emit WithdrawQueued(
            accountId,
            withdrawNonce,
            item.payableAt,
            item.brokerHash,
            item.sender,
            item.sender,
            item.tokenHash,
            item.tokenAmount,
            item.fee
        );
    }

    /// Pays a withdrawal whose time in the queue is over. For any caller: where the money goes is settled.
    function payQueued(bytes32 accountId, uint64 withdrawNonce) external whenNotPaused nonReentrant {
        Queued memory item = _takeQueued(accountId, withdrawNonce);
        if (block.timestamp < item.payableAt) revert NotYetPayable(item.payableAt);
        address token = _allowedToken(item.tokenHash);
        _checkFunds(token, item.tokenAmount - item.fee);
        if (_isBlacklisted(token, item.sender)) {
            _giveBack(accountId, withdrawNonce, item);
        } else {
            _pay(token, accountId, withdrawNonce, item);
        }
    }

    /// Takes a withdrawal out of the queue. Its nonce stays used, so it can never be paid; the account gets its money back
    /// in the venue. Works while paused, so that nothing is payable between unpausing and this.
    function cancelQueued(bytes32 accountId, uint64 withdrawNonce) external onlyOwner {
        _giveBack(accountId, withdrawNonce, _takeQueued(accountId, withdrawNonce));
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
        _tokens[item.tokenHash].queued -= item.tokenAmount - item.fee;
    }

    function _giveBack(bytes32 accountId, uint64 withdrawNonce, Queued memory item) private {
        _move(item.tokenHash, accountId, int256(uint256(item.tokenAmount)));
        emit WithdrawFailed(accountId, withdrawNonce, item.sender, item.tokenAmount);
    }

    function _move(bytes32 tokenHash, bytes32 accountId, int256 amount) private {
        _flows[tokenHash][accountId].move(amount);
        _moveNet(tokenHash, amount);
    }

    function _moveNet(bytes32 tokenHash, int256 amount) private {
        Token storage token = _tokens[tokenHash];
        token.net = (int256(token.net) + amount).toInt128();
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

    function _checkFunds(address token, uint128 payout) private view {
        uint256 available = _funds(token);
        if (available < payout) revert InsufficientVault(available, payout);
    }

    /// Money that was sent here without a deposit pays no one.
    function _funds(address token) private view returns (uint256) {
        return Math.min(IERC20(token).balanceOf(address(this)), booked[token]);
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

    // ------------------------------------------------------------------------------------- a way out without the venue

    /// Notes what accounts leave by should the attesters fall silent. For any caller; not stopped by a pause, since it is a
    /// sign of life. Ends the exits: who attests has booked them.
    /// @param attestations signatures of `Balances`, as those of a withdrawal
    function publishBalances(
        bytes32 tokenHash,
        bytes32 root,
        int128 total,
        uint64 position,
        uint64 deadline,
        bytes[] calldata attestations
    ) external {
        Balances storage balances = _balances[tokenHash];
        if (balances.generation == _generation && position <= balances.position) {
            revert PositionNotAbove(balances.position);
        }
        bytes32 structHash = keccak256(abi.encode(BALANCES_TYPEHASH, tokenHash, root, total, position, deadline));
        _requireAttested(structHash, deadline, attestations);
        balances.root = root;
        balances.total = total;
        balances.position = position;
        balances.number += 1;
        balances.generation = _generation;
        _tokens[tokenHash].exitsOpen = false;
        emit BalancesPublished(tokenHash, root, total, position);
    }

    /// Pays an account all that it has, once the attesters have been silent for `escapeDelay`. For any caller: the money goes
    /// to the account's wallet. What it has is what it brought here less what was paid or waits in the queue, of which the
    /// vault knows, and `result`, all else: so nothing is paid twice, whatever was on its way when the balances were
    /// published. If the vault has less than all are owed, each gets the same share of it, no matter who comes first.
    /// @param result and proof of the account's leaf in the tree that was published last
    function exit(
        address wallet,
        bytes32 brokerHash,
        bytes32 tokenHash,
        int128 result,
        bytes32[] calldata proof
    ) external whenNotPaused nonReentrant {
        Balances storage balances = _balances[tokenHash];
        if (balances.number == 0 || balances.generation != _generation) revert NothingPublished();
        uint64 until = lastSignOfLife + escapeDelay;
        if (block.timestamp < until) revert NotYetAbandoned(until);
        bytes32 accountId = _accountId(wallet, brokerHash);
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(accountId, brokerHash, wallet, result))));
        if (!MerkleProof.verifyCalldata(proof, balances.root, leaf)) revert ProofInvalid();
        if (_exitedBy[tokenHash][accountId] == balances.number) revert AlreadyExited();
        int256 has = int256(result) + _flows[tokenHash][accountId].net;
        if (has <= 0) revert NothingOwed();
        address token = _allowedToken(tokenHash);
        if (!_tokens[tokenHash].exitsOpen) _beginExits(token, tokenHash, balances);

        uint128 owed = uint256(has).toUint128();
        uint128 paid = owed;
        if (balances.available < balances.outstanding) {
            paid = uint128(Math.mulDiv(owed, balances.available, balances.outstanding));
        }
        // It may be more by the next balances.
        if (paid == 0) revert NothingOwed();
        _checkFunds(token, paid + _tokens[tokenHash].queued);
        _exitedBy[tokenHash][accountId] = balances.number;
        _move(tokenHash, accountId, -int256(uint256(paid)));
        booked[token] -= paid;
        emit Exited(accountId, wallet, brokerHash, tokenHash, owed, paid, balances.position);
        IERC20(token).safeTransfer(wallet, paid);
    }

    /// What there is and what is owed are looked at once, so that all get the same share. What waits in the queue is set aside.
    function _beginExits(address token, bytes32 tokenHash, Balances storage balances) private {
        Token storage state = _tokens[tokenHash];
        uint256 funds = _funds(token);
        int256 outstanding = int256(balances.total) + state.net;
        balances.available = (funds > state.queued ? funds - state.queued : 0).toUint128();
        balances.outstanding = outstanding > 0 ? uint256(outstanding).toUint128() : 0;
        state.exitsOpen = true;
        emit ExitsBegun(tokenHash, balances.available, balances.outstanding);
    }

    // ------------------------------------------------------------------------------------------------ another vault

    /// Names the vault that comes after this one: from then on what is here can move there and nothing new comes in. Zero
    /// takes that back, until something has moved.
    function changeSuccessor(address newSuccessor) external onlyOwner {
        if (_hasMoved) revert VaultMoved();
        emit ChangeSuccessor(successor, newSuccessor);
        successor = newSuccessor;
    }

    /// Moves all of a token that belongs to accounts and the venue, once nothing of it waits in the queue. For any caller:
    /// where it goes is settled. What was published here counts no more: accounts have in the venue what they had, and leave
    /// by the balances of the vault that it moved to.
    /// @param amount what there is; nothing moves if it is another one by now
    /// @param attestations signatures of `Move`, as those of a withdrawal
    function moveToSuccessor(bytes32 tokenHash, uint128 amount, uint64 deadline, bytes[] calldata attestations)
        external
        whenNotPaused
        nonReentrant
    {
        address to = successor;
        if (to == address(0)) revert NoSuccessor();
        address token = _allowedToken(tokenHash);
        Token storage state = _tokens[tokenHash];
        if (state.exitsOpen) revert ExitsOpen();
        if (state.queued != 0) revert QueueNotEmpty(state.queued);
        uint256 funds = _funds(token);
        if (amount == 0 || amount != funds) revert MoveAmountDiffers(funds, amount);
        bytes32 structHash = keccak256(abi.encode(MOVE_TYPEHASH, tokenHash, to, amount, deadline));
        _requireAttested(structHash, deadline, attestations);
        _hasMoved = true;
        // What was missing is missing there: money that comes here by mistake fills no hole.
        booked[token] = 0;
        delete _balances[tokenHash];
        emit Moved(tokenHash, to, amount);
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).forceApprove(to, amount);
        ISuccessor(to).fund(tokenHash, amount);
        uint256 left = before - IERC20(token).balanceOf(address(this));
        if (left != amount) revert ReceivedAmountDiffers(left, amount);
    }

    function _requireStays() private view {
        if (successor != address(0)) revert VaultCloses();
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
        Token storage token = _tokens[tokenHash];
        return token.isAllowed ? token.asset : address(0);
    }

    function getAllowedBroker(bytes32 brokerHash) external view returns (bool) {
        return _brokerAllowed[brokerHash];
    }

    /// @return perWithdrawal the most that one withdrawal pays at once
    /// @return perDay the most that is paid at once within any 24 hours, beyond what each account brought in itself
    /// @return perAccountDay the same of one account
    /// @return counted what was paid at once and still counts against the day
    function withdrawCaps(address token)
        external
        view
        returns (uint128 perWithdrawal, uint128 perDay, uint128 perAccountDay, uint128 counted)
    {
        OutflowCaps.Outflow storage outflow = _outflow[token];
        return (
            outflow.perWithdrawal,
            outflow.perDay,
            outflow.perAccountDay,
            outflow.countedAt(block.timestamp)
        );
    }

    /// @return net what the account deposited less what was paid to it or waits, fees included, since the vault is there
    /// @return credit what it may take beside the caps, having brought it in within the last day
    /// @return counted what still counts against its cap of a day
    function accountFlow(bytes32 tokenHash, bytes32 accountId)
        external
        view
        returns (int128 net, uint256 credit, uint256 counted)
    {
        AccountFlows.Flow storage flow = _flows[tokenHash][accountId];
        return (flow.net, flow.creditAt(block.timestamp), flow.countedAt(block.timestamp));
    }

    /// When a withdrawal would be paid at once, if nothing else was paid until then.
    /// @param payout its amount less its fee
    /// @return from in seconds since 1970, now or later; 0: never within the caps
    function payableAtOnce(bytes32 tokenHash, bytes32 accountId, uint128 payout) external view returns (uint64 from) {
        OutflowCaps.Outflow storage outflow = _outflow[_allowedToken(tokenHash)];
        AccountFlows.Flow storage flow = _flows[tokenHash][accountId];
        uint256 time = block.timestamp;
        // After 37 hours nothing counts that was paid until now.
        for (uint256 hour = 0; hour <= 37; hour++) {
            if (_fitsAt(outflow, flow, payout, time)) return uint64(time);
            time = (time / 1 hours + 1) * 1 hours;
        }
        return 0;
    }

    /// @return what accounts leave by, as it was published last; counts only if `generation` is that of the attesters
    function publishedBalances(bytes32 tokenHash) external view returns (Balances memory) {
        return _balances[tokenHash];
    }

    /// @return net of all accounts, as `accountFlow` has it of one
    /// @return waiting what is in the queue, as it will be paid
    /// @return exitsOpen whether accounts have begun to leave by themselves
    function tokenState(bytes32 tokenHash) external view returns (int128 net, uint128 waiting, bool exitsOpen) {
        Token storage token = _tokens[tokenHash];
        return (token.net, token.queued, token.exitsOpen);
    }

    /// A pause ends by itself.
    function paused() public view override returns (bool) {
        return block.timestamp < pausedUntil;
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

    /// For `pauseDuration`. The guardian can't make one pause of several: after a pause has ended he has to wait for as long.
    /// The owner can pause again at any time, and so make a pause longer.
    function emergencyPause() external {
        if (msg.sender == guardian) {
            _requireNotPaused();
            if (block.timestamp < guardianWaitsUntil) revert GuardianMustWait(guardianWaitsUntil);
            guardianWaitsUntil = uint64(block.timestamp) + 2 * pauseDuration;
        } else {
            _checkOwner();
        }
        pausedUntil = uint64(block.timestamp) + pauseDuration;
        emit Paused(msg.sender);
    }

    function emergencyUnpause() external onlyOwner {
        _requirePaused();
        pausedUntil = 0;
        uint64 until = uint64(block.timestamp) + pauseDuration;
        if (guardianWaitsUntil > until) guardianWaitsUntil = until;
        emit Unpaused(msg.sender);
    }

    function changeOperator(address newOperator) external onlyOwner {
        _changeOperator(newOperator);
    }

    function changeGuardian(address newGuardian) external onlyOwner {
        _changeGuardian(newGuardian);
    }

    /// What was published by the former ones counts no more.
    function changeAttesters(address[] calldata newAttesters, uint8 threshold) external onlyOwner {
        _changeAttesters(newAttesters, threshold);
    }

    function changeTokenAddressAndAllow(bytes32 tokenHash, address token) external onlyOwner {
        _changeTokenAddressAndAllow(tokenHash, token);
    }

    function setAllowedToken(bytes32 tokenHash, bool allowed) external onlyOwner {
        Token storage token = _tokens[tokenHash];
        if (token.isAllowed == allowed) revert EnumerableSetError();
        if (token.asset == address(0)) revert AddressZero();
        token.isAllowed = allowed;
        emit SetAllowedToken(tokenHash, allowed);
    }

    function setAllowedBroker(bytes32 brokerHash, bool allowed) external onlyOwner {
        _setAllowedBroker(brokerHash, allowed);
    }

    function setDepositLimit(address token, uint256 limit) external onlyOwner {
        _setDepositLimit(token, limit);
    }

    function setWithdrawCaps(address token, uint128 perWithdrawal, uint128 perDay, uint128 perAccountDay)
        external
        onlyOwner
    {
        _setWithdrawCaps(token, perWithdrawal, perDay, perAccountDay);
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
        guardianWaitsUntil = 0;
    }

    function _changeTokenAddressAndAllow(bytes32 tokenHash, address token) private {
        if (token == address(0)) revert AddressZero();
        _tokens[tokenHash].asset = token;
        _tokens[tokenHash].isAllowed = true;
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

    function _setWithdrawCaps(address token, uint128 perWithdrawal, uint128 perDay, uint128 perAccountDay) private {
        OutflowCaps.Outflow storage outflow = _outflow[token];
        outflow.perWithdrawal = perWithdrawal;
        outflow.perDay = perDay;
        outflow.perAccountDay = perAccountDay;
        emit ChangeWithdrawCaps(token, perWithdrawal, perDay, perAccountDay);
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
