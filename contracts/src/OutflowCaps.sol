// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// How much of a token may leave at once. The caps hold in every window of 24 hours, wherever it begins: what was paid is
/// counted per whole hour, and those 25 hours that a window can touch are counted in full. So it errs to one side only:
/// an amount counts for between 24 and 25 hours.
library OutflowCaps {
    /// The hours that a window of 24 hours can touch.
    uint256 private constant HOURS = 25;

    /// @param counted the sum of `paid` over the last 25 hours up to `hour`
    /// @param hour of the last payment, since 1970
    struct Outflow {
        uint128 perWithdrawal;
        uint128 perDay;
        uint128 counted;
        uint64 hour;
        mapping(uint256 hour => uint128) paid;
    }

    /// Counts what is paid now.
    /// @return whether it is within both caps; if not, nothing was counted
    function take(Outflow storage self, uint128 amount) internal returns (bool) {
        if (amount > self.perWithdrawal) return false;
        uint128 counted = countedNow(self);
        if (uint256(counted) + amount > self.perDay) return false;

        uint256 hour = block.timestamp / 1 hours;
        self.counted = counted + amount;
        self.hour = uint64(hour);
        self.paid[hour] += amount;
        return true;
    }

    /// What counts against the cap of a day at this moment.
    function countedNow(Outflow storage self) internal view returns (uint128 counted) {
        uint256 hour = block.timestamp / 1 hours;
        uint256 last = self.hour;
        if (hour >= last + HOURS) return 0;
        counted = self.counted;
        // What was within reach of the last payment and no longer is.
        for (uint256 old = last + 1; old <= hour; old++) {
            counted -= self.paid[old - HOURS];
        }
    }
}
