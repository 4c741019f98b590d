/**
 * How JSON is read and written: one mapper, one indentation, and a cursor whose complaints name
 * file and path. Start at {@link dev.stowage.json.Json}. Imports nothing else of the product but
 * {@code dev.stowage.basis}.
 */
@NullMarked
package dev.stowage.json;

import org.jspecify.annotations.NullMarked;
