/**
 * What providers charge for functions: by request and by memory and CPU over time. Start at {@link
 * dev.stowage.billing.functions.FunctionPrices}.
 */
@NullMarked
package dev.stowage.billing.functions;

import org.jspecify.annotations.NullMarked;
