// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What is to move to it stays where it is.
contract IdleSuccessor {
    function fund(bytes32 tokenHash, uint128 amount) external {}
}
