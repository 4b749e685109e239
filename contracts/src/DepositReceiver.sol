// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// Deposits by plain transfer, on chains that have no vault. Each account has an address of its own, at which a minimal
/// proxy of this contract is put when there is something to fetch; what lies there can go to the treasury and nowhere else.
/// Put up with the same treasury by the same CREATE2 deployer, it and all its addresses are the same on every chain.
/// Sources: interface 4.9, rules 9.2.
contract DepositReceiver {
    using SafeERC20 for IERC20;

    address public immutable treasury;
    /// This contract itself, which its proxies do not know otherwise.
    address private immutable _factory;

    event Swept(bytes32 indexed accountId, address indexed token, uint256 amount);
    event SweptCoin(bytes32 indexed accountId, uint256 amount);

    error AddressZero();
    error NothingToSweep();
    error OnlyFactory();

    constructor(address treasury_) {
        if (treasury_ == address(0)) revert AddressZero();
        treasury = treasury_;
        _factory = address(this);
    }

    /// Where an account takes deposits.
    function receiverOf(bytes32 accountId) public view returns (address) {
        return Clones.predictDeterministicAddress(_factory, accountId, _factory);
    }

    /// Moves all of an account's deposits in a token to the treasury. For any caller.
    function sweep(bytes32 accountId, address token) external returns (uint256 amount) {
        // A proxy that is called by this name would put up proxies of its own.
        if (address(this) != _factory) revert OnlyFactory();
        address receiver = receiverOf(accountId);
        amount = IERC20(token).balanceOf(receiver);
        if (amount == 0) revert NothingToSweep();
        if (receiver.code.length == 0) Clones.cloneDeterministic(_factory, accountId);
        emit Swept(accountId, token, amount);
        DepositReceiver(receiver).handOver(token, amount);
    }

    /// Moves the chain's own coin, which is no deposit and was sent to an account's address by mistake, to the treasury. For any
    /// caller. An address whose proxy is there takes none any more.
    function sweepCoin(bytes32 accountId) external returns (uint256 amount) {
        if (address(this) != _factory) revert OnlyFactory();
        address receiver = receiverOf(accountId);
        amount = receiver.balance;
        if (amount == 0) revert NothingToSweep();
        if (receiver.code.length == 0) Clones.cloneDeterministic(_factory, accountId);
        emit SweptCoin(accountId, amount);
        DepositReceiver(receiver).handOverCoin(amount);
    }

    /// What of the chain's own coin lies at each of these addresses, for one question in place of many.
    function coinAt(address[] calldata places) external view returns (uint256[] memory amounts) {
        amounts = new uint256[](places.length);
        for (uint256 i = 0; i < places.length; ++i) {
            amounts[i] = places[i].balance;
        }
    }

    /// What a proxy does when its factory sweeps.
    function handOver(address token, uint256 amount) external {
        if (msg.sender != _factory) revert OnlyFactory();
        IERC20(token).safeTransfer(treasury, amount);
    }

    /// The same with coin.
    function handOverCoin(uint256 amount) external {
        if (msg.sender != _factory) revert OnlyFactory();
        Address.sendValue(payable(treasury), amount);
    }
}
