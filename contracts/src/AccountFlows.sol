// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// What one account brought into the vault and took out of it, in one token. What it brought in within the last day may leave
/// again beside the caps: it is its own, so a circle of deposits and withdrawals uses up nothing that others wait for. All
/// else that it takes at once counts against its own cap of a day.
/// Both err to the same side: a deposit helps for at most 24 hours, a payment counts for at least 24 and at most 36.
library AccountFlows {
    using SafeCast for int256;
    using SafeCast for uint256;

    /// A deposit helps until this many hours after the beginning of its own.
    uint256 private constant CREDIT_HOURS = 24;
    /// What is paid is counted by half days, of which a window of 24 hours can touch three.
    uint256 private constant HALF_DAY = 12 hours;

    /// @param net deposits less withdrawals that were paid or queued, fees included, since the vault is there
    /// @param credit what was deposited and did not leave again; what exceeds its type is no help, and no harm
    /// @param creditHour of the first deposit in `credit`, since 1970; what came later ends with it
    /// @param recent what was paid beyond the credit in the half day `half`, and in the two before
    /// @param half of the last such payment, in half days since 1970, modulo 2^16: 89 years
    struct Flow {
        int128 net;
        uint96 credit;
        uint32 creditHour;
        uint80 recent;
        uint80 before;
        uint80 longBefore;
        uint16 half;
    }

    function bring(Flow storage self, uint128 amount) internal {
        move(self, int256(uint256(amount)));
        uint256 credit = creditAt(self, block.timestamp);
        if (credit == 0) self.creditHour = uint32(block.timestamp / 1 hours);
        credit += amount;
        self.credit = credit > type(uint96).max ? type(uint96).max : uint96(credit);
    }

    /// Changes what the account has in the vault by deposits and withdrawals alone.
    function move(Flow storage self, int256 amount) internal {
        self.net = (int256(self.net) + amount).toInt128();
    }

    /// @return what of a payment is beyond what the account brought in itself
    function beyondAt(Flow storage self, uint128 payout, uint256 time) internal view returns (uint128) {
        uint256 credit = creditAt(self, time);
        return credit >= payout ? 0 : payout - uint128(credit);
    }

    /// Whether what is beyond the credit is within the account's own cap.
    function fitsAt(Flow storage self, uint128 beyond, uint128 cap, uint256 time) internal view returns (bool) {
        uint256 total = countedAt(self, time) + beyond;
        return total <= cap && total <= type(uint80).max;
    }

    /// Counts a payment that fits.
    function take(Flow storage self, uint128 payout, uint128 beyond) internal {
        if (payout > beyond) self.credit -= uint96(payout - beyond);
        if (beyond == 0) return;
        uint256 age = _age(self, block.timestamp);
        (uint80 recent, uint80 before) = (self.recent, self.before);
        if (age > 0) {
            self.longBefore = age == 1 ? before : age == 2 ? recent : 0;
            self.before = age == 1 ? recent : 0;
            recent = 0;
            self.half = uint16(block.timestamp / HALF_DAY);
        }
        self.recent = recent + uint256(beyond).toUint80();
    }

    function creditAt(Flow storage self, uint256 time) internal view returns (uint256) {
        return time / 1 hours < uint256(self.creditHour) + CREDIT_HOURS ? self.credit : 0;
    }

    function countedAt(Flow storage self, uint256 time) internal view returns (uint256) {
        uint256 age = _age(self, time);
        if (age > 2) return 0;
        uint256 counted = self.recent;
        if (age < 2) counted += self.before;
        if (age == 0) counted += self.longBefore;
        return counted;
    }

    /// In half days, of the newest that was counted.
    function _age(Flow storage self, uint256 time) private view returns (uint16 age) {
        unchecked {
            age = uint16(time / HALF_DAY) - self.half;
        }
    }
}
