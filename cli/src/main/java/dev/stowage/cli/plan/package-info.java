/**
 * Commands that plan, pack, forecast and carry plans out. Start at {@link
 * dev.stowage.cli.plan.PlanCommand}.
 */
@NullMarked
package dev.stowage.cli.plan;

import org.jspecify.annotations.NullMarked;
