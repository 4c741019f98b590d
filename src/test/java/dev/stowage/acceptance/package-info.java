/**
 * Tests of the whole product through its command line, and of the shape of its code. Start at
 * {@link dev.stowage.acceptance.Stowage}.
 */
package dev.stowage.acceptance;
