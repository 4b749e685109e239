// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A wallet that is a contract: it does what any caller asks.
contract ContractWallet {
    function act(address target, bytes calldata data) external returns (bytes memory) {
        (bool success, bytes memory answer) = target.call(data);
        if (success) return answer;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}
