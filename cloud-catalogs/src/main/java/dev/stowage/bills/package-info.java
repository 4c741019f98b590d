/**
 * Bills of providers, read: which VMs ran where, for how long, and what was paid. Start at {@link
 * dev.stowage.bills.BillFile}. Knows neither traces nor the simulator, nor how bills are made.
 */
@NullMarked
package dev.stowage.bills;

import org.jspecify.annotations.NullMarked;
