// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// How much of a token may leave at once. The caps hold in every window of 24 hours, wherever it begins: what was paid is
/// counted per whole hour, and those 25 hours that a window can touch are counted in full. So it errs to one side only:
/// an amount counts for between 24 and 25 hours.
library OutflowCaps {
    /// The hours that a window of 24 hours can touch.
    uint256 private constant HOURS = 25;

    /// @param perWithdrawal the most that one withdrawal pays
    /// @param perDay the most that all accounts take beyond what each of them brought in
    /// @param counted the sum of `paid` over the last 25 hours up to `hour`
    /// @param hour of the last payment, since 1970
    /// @param perAccountDay the most that one account takes beyond what it brought in
    struct Outflow {
        uint128 perWithdrawal;
        uint128 perDay;
        uint128 counted;
        uint64 hour;
        uint128 perAccountDay;
        mapping(uint256 hour => uint128) paid;
    }

    function fitsAt(Outflow storage self, uint128 amount, uint256 time) internal view returns (bool) {
        return uint256(countedAt(self, time)) + amount <= self.perDay;
    }

    /// Counts what fits and is paid now.
    function take(Outflow storage self, uint128 amount) internal {
        if (amount == 0) return;
        uint256 hour = block.timestamp / 1 hours;
        self.counted = countedAt(self, block.timestamp) + amount;
        self.hour = uint64(hour);
        self.paid[hour] += amount;
    }

    /// What counts against the cap of a day at a moment that is not before the last payment.
    function countedAt(Outflow storage self, uint256 time) internal view returns (uint128 counted) {
        uint256 hour = time / 1 hours;
        uint256 last = self.hour;
        if (hour >= last + HOURS) return 0;
        counted = self.counted;
        // What was within reach of the last payment and no longer is.
        for (uint256 old = last + 1; old <= hour; old++) {
            counted -= self.paid[old - HOURS];
        }
    }
}
