// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

/// The owner of a vault. Admins propose what it does, and carry it out after the delay; cancellers, who are others, take a
/// proposal back when enough of them want to. So a stolen admin's key is removed whether its thief likes it or not, and
/// a stolen canceller's key stops nothing. It administers itself: roles change by proposals alone.
contract VaultTimelock is TimelockController {
    /// How many cancellers it takes to take a proposal back.
    uint256 public cancelQuorum;

    mapping(bytes32 id => address[]) private _votes;
    mapping(bytes32 role => address[]) private _members;

    /// One more wants a proposal taken back.
    event CancelVote(bytes32 indexed id, address indexed canceller);
    event ChangeCancelQuorum(uint256 oldQuorum, uint256 newQuorum);

    /// Who cancels can't be who proposes.
    error RolesOverlap(address account);
    /// None could cancel, or more are needed than there are.
    error QuorumInvalid();
    error AlreadyVoted(bytes32 id, address canceller);

    constructor(uint256 delay, address[] memory admins, address[] memory cancellers, uint256 quorum)
        TimelockController(delay, new address[](0), admins, address(0))
    {
        for (uint256 i = 0; i < admins.length; i++) {
            _grantRole(PROPOSER_ROLE, admins[i]);
        }
        for (uint256 i = 0; i < cancellers.length; i++) {
            _grantRole(CANCELLER_ROLE, cancellers[i]);
        }
        _setCancelQuorum(quorum);
    }

    /// A canceller's vote for taking a proposal back; the last that is needed does it. Only votes of those who are still
    /// cancellers count.
    function cancel(bytes32 id) public override onlyRole(CANCELLER_ROLE) {
        address[] storage votes = _votes[id];
        uint256 count = 1;
        for (uint256 i = 0; i < votes.length; i++) {
            if (votes[i] == msg.sender) revert AlreadyVoted(id, msg.sender);
            if (hasRole(CANCELLER_ROLE, votes[i])) count++;
        }
        emit CancelVote(id, msg.sender);
        if (count >= cancelQuorum) {
            delete _votes[id];
            super.cancel(id);
        } else {
            if (!isOperationPending(id)) {
                revert TimelockUnexpectedOperationState(
                    id, _encodeStateBitmap(OperationState.Waiting) | _encodeStateBitmap(OperationState.Ready)
                );
            }
            votes.push(msg.sender);
        }
    }

    /// Many at once: who stole an admin's key may have proposed many.
    function cancelBatch(bytes32[] calldata ids) external {
        for (uint256 i = 0; i < ids.length; i++) {
            cancel(ids[i]);
        }
    }

    /// @return who has voted for taking a proposal back that is still there
    function cancelVotes(bytes32 id) external view returns (address[] memory) {
        return _votes[id];
    }

    /// By a proposal of its own, as roles are changed.
    function setCancelQuorum(uint256 quorum) external {
        if (msg.sender != address(this)) revert TimelockUnauthorizedCaller(msg.sender);
        _setCancelQuorum(quorum);
    }

    /// @return who has a role, in no order
    function membersOf(bytes32 role) external view returns (address[] memory) {
        return _members[role];
    }

    function _setCancelQuorum(uint256 quorum) private {
        if (quorum == 0 || quorum > _members[CANCELLER_ROLE].length) revert QuorumInvalid();
        emit ChangeCancelQuorum(cancelQuorum, quorum);
        cancelQuorum = quorum;
    }

    function _grantRole(bytes32 role, address account) internal override returns (bool granted) {
        bool proposes = role == PROPOSER_ROLE || hasRole(PROPOSER_ROLE, account);
        bool cancels = role == CANCELLER_ROLE || hasRole(CANCELLER_ROLE, account);
        if (proposes && cancels) revert RolesOverlap(account);
        granted = super._grantRole(role, account);
        if (granted) _members[role].push(account);
    }

    /// Too few must not be left to cancel.
    function _revokeRole(bytes32 role, address account) internal override returns (bool revoked) {
        revoked = super._revokeRole(role, account);
        if (!revoked) return false;
        address[] storage members = _members[role];
        uint256 index = 0;
        while (members[index] != account) index++;
        members[index] = members[members.length - 1];
        members.pop();
        if (role == CANCELLER_ROLE && members.length < cancelQuorum) revert QuorumInvalid();
    }
}
