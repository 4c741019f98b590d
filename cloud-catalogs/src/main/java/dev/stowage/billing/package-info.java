/**
 * How providers charge for time: rules as data. Start at {@link dev.stowage.billing.BillingRules}.
 * Knows neither traces nor the simulator.
 */
@NullMarked
package dev.stowage.billing;

import org.jspecify.annotations.NullMarked;
