/**
 * What to commit to, what to rent on demand and what on spot, at one place. Start at {@link
 * dev.stowage.policy.portfolio.PlacePortfolio}. Time is charged as it passes; knows no bills.
 */
@NullMarked
package dev.stowage.policy.portfolio;

import org.jspecify.annotations.NullMarked;
