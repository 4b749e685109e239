// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Play money of any name and with any number of decimals, as the tokens of other chains have them. Any caller makes as much of
/// it as it likes.
contract TestToken is ERC20 {
    uint8 private immutable _places;

    constructor(string memory symbol_, uint8 places) ERC20(string.concat("Test ", symbol_), symbol_) {
        _places = places;
    }

    function decimals() public view override returns (uint8) {
        return _places;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
