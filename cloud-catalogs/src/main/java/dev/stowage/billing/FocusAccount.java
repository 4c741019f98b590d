package dev.stowage.billing;

import dev.stowage.basis.Check;

/**
 * Whose bill it is, as FOCUS wants to know it.
 *
 * @param billingAccount name and ID of the billing account
 * @param subAccount name and ID of the sub account
 */
public record FocusAccount(String billingAccount, String subAccount) {
    public FocusAccount {
        Check.notBlank("billingAccount", billingAccount);
        Check.notBlank("subAccount", subAccount);
    }
}
