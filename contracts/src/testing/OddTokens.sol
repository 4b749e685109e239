// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Keeps a hundredth of whatever is transferred.
contract FeeToken is ERC20 {
    constructor() ERC20("Fee", "FEE") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) _burn(to, value / 100);
    }
}

/// Calls another contract in the middle of each transfer, and says whether that call went through.
contract CallingToken is ERC20 {
    address private _target;
    bytes private _data;

    event Called(bool success, bytes answer);

    constructor() ERC20("Calling", "CALL") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function callOnTransfer(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (_target == address(0) || from == address(0)) return;
        (bool success, bytes memory answer) = _target.call(_data);
        emit Called(success, answer);
    }
}

/// Answers nothing to `transfer`, as the oldest tokens do, and knows no blacklist. Stands still on demand.
contract SilentToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    bool public isStopped;

    error Stopped();
    error NotEnough();

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function setStopped(bool stopped) external {
        isStopped = stopped;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        if (allowance[from][msg.sender] < amount) revert NotEnough();
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        if (isStopped) revert Stopped();
        if (balanceOf[from] < amount) revert NotEnough();
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
