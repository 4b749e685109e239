// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {Vault} from "./Vault.sol";

/// Play money with USDC's ways: 6 decimals, and wallets that it refuses. Any caller makes as much of it as it likes.
contract TestUsdc is ERC20, Ownable {
    mapping(address wallet => bool) public isBlacklisted;

    error Blacklisted(address wallet);

    constructor(address owner) ERC20("Test USDC", "USDC") Ownable(owner) {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// Makes money and funds a vault with it.
    function mintInto(Vault vault, bytes32 tokenHash, uint128 amount) external {
        _mint(address(this), amount);
        _approve(address(this), address(vault), amount);
        vault.fund(tokenHash, amount);
    }

    function setBlacklisted(address wallet, bool blacklisted) external onlyOwner {
        isBlacklisted[wallet] = blacklisted;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (isBlacklisted[from]) revert Blacklisted(from);
        if (isBlacklisted[to]) revert Blacklisted(to);
        super._update(from, to, value);
    }
}
