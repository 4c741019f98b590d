/**
 * What the tables of traces look like, as data: one description a family and year. Start at {@link
 * dev.stowage.ingest.schema.FamilyDescription}.
 */
@NullMarked
package dev.stowage.ingest.schema;

import org.jspecify.annotations.NullMarked;
