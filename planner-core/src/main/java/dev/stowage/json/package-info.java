/**
 * How JSON is read and written: one mapper, one indentation. Start at {@link
 * dev.stowage.json.Json}. Imports nothing else of the product.
 */
@NullMarked
package dev.stowage.json;

import org.jspecify.annotations.NullMarked;
