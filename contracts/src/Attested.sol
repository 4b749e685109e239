// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {VaultTypes} from "./VaultTypes.sol";

/// Those whose word payments need: keys on different machines, each of which signs only what its own copy of the venue's
/// engine has applied. What some number of them, the threshold, have signed is attested; each time that happens is a sign of
/// life of the venue.
abstract contract Attested is VaultTypes {
    bytes32 internal constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    /// More would make a payment dear, and no vault safer.
    uint256 private constant MAX_ATTESTERS = 16;

    uint8 public attesterThreshold;
    /// When something was attested last, in seconds since 1970; at first when the vault was put there.
    uint64 public lastSignOfLife = uint64(block.timestamp);
    /// How often the attesters were named. What was signed for the ones before counts no more.
    uint32 internal _generation;

    address[] private _attesters;
    mapping(address => bool) private _isAttester;

    function attesters() external view returns (address[] memory) {
        return _attesters;
    }

    /// @param attestations as many as the threshold, in the order of their signers' addresses, none of them twice
    function _requireAttested(bytes32 structHash, uint64 deadline, bytes[] calldata attestations) internal {
        if (block.timestamp > deadline) revert AttestationExpired();
        if (attestations.length != attesterThreshold) revert AttestationsInvalid();
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", _attestationDomain(), structHash));
        address last = address(0);
        for (uint256 i = 0; i < attestations.length; i++) {
            // No signature counts that is not 65 bytes, is malleable (high s) or recovers to no address.
            (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, attestations[i]);
            if (failure != ECDSA.RecoverError.NoError || signer <= last || !_isAttester[signer]) {
                revert AttestationsInvalid();
            }
            last = signer;
        }
        lastSignOfLife = uint64(block.timestamp);
    }

    /// @param newAttesters in the order of their addresses, so that none is there twice
    function _changeAttesters(address[] memory newAttesters, uint8 threshold) internal {
        if (threshold == 0 || threshold > newAttesters.length || newAttesters.length > MAX_ATTESTERS) {
            revert AttestersInvalid();
        }
        for (uint256 i = 0; i < _attesters.length; i++) {
            _isAttester[_attesters[i]] = false;
        }
        address last = address(0);
        for (uint256 i = 0; i < newAttesters.length; i++) {
            if (newAttesters[i] <= last) revert AttestersInvalid();
            last = newAttesters[i];
            _isAttester[last] = true;
        }
        _attesters = newAttesters;
        attesterThreshold = threshold;
        _generation += 1;
        emit ChangeAttesters(newAttesters, threshold);
    }

    /// Made anew each time: on a chain that split off, what was signed for this one is worth nothing.
    function _attestationDomain() private view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("EvermarkVault"), keccak256("1"), block.chainid, address(this))
        );
    }
}
