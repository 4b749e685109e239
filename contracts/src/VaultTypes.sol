// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What goes into the vault and what comes out of it: shapes, events, errors. Names, order of fields and arguments are
/// those that clients of the family of venues know; what is ours alone is marked so.
/// Sources: vault 3 and 5.
abstract contract VaultTypes {
    /// @param accountId hash of the wallet that is credited and the broker's hash
    /// @param tokenAmount in the token's smallest unit
    struct Deposit {
        bytes32 accountId;
        bytes32 brokerHash;
        bytes32 tokenHash;
        uint128 tokenAmount;
    }

    /// @param tokenAmount gross, what the account is debited; the receiver gets it less the fee
    /// @param fee stays in the vault, where it is the venue's
    struct Withdrawal {
        bytes32 accountId;
        bytes32 brokerHash;
        bytes32 tokenHash;
        uint128 tokenAmount;
        uint128 fee;
        address sender;
        address receiver;
        uint64 withdrawNonce;
    }

    struct Delegate {
        bytes32 brokerHash;
        address delegateSigner;
    }

    /// Ours. What a token may be used for; all of it can be changed later by the owner.
    /// @param perWithdrawal the most that one withdrawal pays at once; 0: every withdrawal waits in the queue
    /// @param perDay the most that all accounts are paid at once within any 24 hours, beyond what each brought in itself in
    /// the last day; 0: every withdrawal waits in the queue
    /// @param perAccountDay the same of one account; 0: every withdrawal waits in the queue
    /// @param maxWithdrawFee the most that a withdrawal may cost; 0: less than the withdrawal itself is all that is asked
    /// @param depositLimit what the vault may hold after a deposit; 0: unlimited
    struct TokenTerms {
        bytes32 tokenHash;
        address token;
        uint128 perWithdrawal;
        uint128 perDay;
        uint128 perAccountDay;
        uint128 maxWithdrawFee;
        uint256 depositLimit;
    }

    /// Ours. What a vault begins with.
    /// @param owner of everything that can be changed; meant to be a timelock
    /// @param operator the only one who may hand in withdrawals
    /// @param guardian may pause, and nothing else
    /// @param attesters without whose signatures nothing is paid, in the order of their addresses
    /// @param attesterThreshold how many of them have to sign
    /// @param domainName of what wallets sign for withdrawals
    /// @param verifyingContract the constant that stands for withdrawals in what wallets sign; not this contract
    /// @param queueDelay in seconds, between a withdrawal above a cap and its payment
    /// @param pauseDuration in seconds, after which a pause ends by itself; never changes, like the next two
    /// @param escapeDelay in seconds, of silence of the attesters, after which accounts may leave without them
    /// @param maxMessageAge in seconds, after which what a wallet signed is worth nothing
    struct VaultTerms {
        address owner;
        address operator;
        address guardian;
        address[] attesters;
        uint8 attesterThreshold;
        string domainName;
        address verifyingContract;
        uint64 queueDelay;
        uint64 pauseDuration;
        uint64 escapeDelay;
        uint64 maxMessageAge;
        bytes32[] brokers;
        TokenTerms[] tokens;
    }

    event AccountDepositTo(
        bytes32 indexed accountId,
        address indexed userAddress,
        uint64 indexed depositNonce,
        bytes32 tokenHash,
        uint128 tokenAmount
    );
    /// Each withdrawal ends in exactly one of `AccountWithdraw` (paid) and `WithdrawFailed` (never will be).
    event AccountWithdraw(
        bytes32 indexed accountId,
        uint64 indexed withdrawNonce,
        bytes32 brokerHash,
        address sender,
        address receiver,
        bytes32 tokenHash,
        uint128 tokenAmount,
        uint128 fee
    );
    /// Ours. The token refuses the receiver, or the owner took the withdrawal out of the queue.
    /// @param amount gross: what the account has to get back
    event WithdrawFailed(
        bytes32 indexed accountId, uint64 indexed withdrawNonce, address receiver, uint128 amount
    );
    /// Ours. Above a cap: any caller may have it paid from `payableAt` (in seconds since 1970) on.
    event WithdrawQueued(
        bytes32 indexed accountId,
        uint64 indexed withdrawNonce,
        uint64 payableAt,
        bytes32 brokerHash,
        address sender,
        address receiver,
        bytes32 tokenHash,
        uint128 tokenAmount,
        uint128 fee
    );
    event AccountDelegate(
        address indexed delegateContract,
        bytes32 indexed brokerHash,
        address indexed delegateSigner,
        uint256 chainId,
        uint256 blockNumber
    );
    /// Ours. Money for withdrawals that no account is credited for.
    event Funded(address indexed payer, bytes32 indexed tokenHash, uint128 amount);
    /// Ours. What was in the vault without belonging to any account in it.
    event Rescued(address indexed token, address indexed to, uint256 amount);
    /// Ours. What accounts are owed besides their deposits here, as the attesters have it.
    /// @param root of a tree whose leaves are `(accountId, brokerHash, wallet, result)`
    /// @param total of the results of all accounts
    /// @param position in the venue's journal
    event BalancesPublished(bytes32 indexed tokenHash, bytes32 root, int128 total, uint64 position);
    /// Ours. The first account leaves by itself. From here on nothing is taken and nothing handed in, until balances are
    /// published again.
    /// @param available what there is for all
    /// @param outstanding what all are owed
    event ExitsBegun(bytes32 indexed tokenHash, uint256 available, uint256 outstanding);
    /// Ours. An account has left by itself.
    /// @param owed what the account had
    /// @param paid the same, or its share when there is less than all are owed
    event Exited(
        bytes32 indexed accountId,
        address indexed wallet,
        bytes32 brokerHash,
        bytes32 tokenHash,
        uint128 owed,
        uint128 paid,
        uint64 position
    );

    /// Ours. All that belonged to accounts and the venue has moved to the vault that comes after this one, whose `Funded` has
    /// this one as its payer.
    event Moved(bytes32 indexed tokenHash, address indexed successor, uint128 amount);
    /// Ours. Zero: this vault stays.
    event ChangeSuccessor(address oldSuccessor, address newSuccessor);

    event SetAllowedToken(bytes32 indexed tokenHash, bool allowed);
    event SetAllowedBroker(bytes32 indexed brokerHash, bool allowed);
    event ChangeTokenAddressAndAllow(bytes32 indexed tokenHash, address token);
    event ChangeDepositLimit(address indexed token, uint256 limit);
    event ChangeOperator(address oldOperator, address newOperator);
    event ChangeGuardian(address oldGuardian, address newGuardian);
    event ChangeAttesters(address[] attesters, uint8 threshold);
    event ChangeWithdrawCaps(address indexed token, uint128 perWithdrawal, uint128 perDay, uint128 perAccountDay);
    event ChangeMaxWithdrawFee(address indexed token, uint128 maxWithdrawFee);
    event ChangeQueueDelay(uint64 oldDelay, uint64 newDelay);

    error TokenNotAllowed();
    error BrokerNotAllowed();
    error AccountIdInvalid();
    error ZeroDeposit();
    error DepositExceedLimit();
    /// Never raised here, where a deposit costs no native coin; clients of the family know its selector.
    error ZeroDepositFee();
    error AddressZero();
    /// A token or broker that is to be allowed is so already, or the other way round.
    error EnumerableSetError();
    error ZeroCodeLength();
    error NotZeroCodeLength();

    error OnlyOperator();
    error WithdrawNonceUsed(bytes32 accountId, uint64 withdrawNonce);
    error SignatureInvalid();
    error FeeExceedsAmount();
    error InsufficientVault(uint256 available, uint256 required);
    error NativeValueNotAccepted();
    error ReceiverInvalid();
    /// Another amount arrived than was announced: a token that keeps a part of what is transferred.
    error ReceivedAmountDiffers(uint256 received, uint256 announced);
    error NotQueued(bytes32 accountId, uint64 withdrawNonce);
    error NotYetPayable(uint64 payableAt);
    error QueueDelayInvalid();
    error RescueExceedsExcess(uint256 excess, uint256 amount);
    /// A vault without an owner could never be changed.
    error OwnerRequired();
    /// A delay or an age that would lock money up, or protect it from nothing.
    error TermsInvalid();
    /// Too few or too many attestations, in the wrong order, or not all by attesters.
    error AttestationsInvalid();
    error AttestationExpired();
    /// None, too many, not in order, or fewer than the threshold.
    error AttestersInvalid();
    /// Signed before the vault was there, or longer ago than it takes.
    error MessageTooOld();
    error MessageTooNew();
    /// The guardian has paused not long ago.
    error GuardianMustWait(uint64 until);
    error PositionNotAbove(uint64 position);
    /// There are no balances to leave by.
    error NothingPublished();
    error NotYetAbandoned(uint64 until);
    error ProofInvalid();
    error AlreadyExited();
    error NothingOwed();
    /// Accounts have begun to leave by themselves.
    error ExitsOpen();
    /// Another vault comes after this one: nothing comes in, and what is above a cap has to wait for that one.
    error VaultCloses();
    /// What has moved does not come back.
    error VaultMoved();
    error NoSuccessor();
    error QueueNotEmpty(uint256 queued);
    error MoveAmountDiffers(uint256 available, uint256 announced);
}
