package dev.stowage.report.cloud;

import dev.stowage.report.DataTable;

/**
 * What the report says of commitments.
 *
 * @param lede the best for the demand, and what it saves
 * @param best what to commit to
 * @param breakEvenLede how many VMs of the cheapest alternative a commitment pays for
 * @param breakEven type by type
 * @param billLede what the bill adds up to
 * @param bill of the best
 */
public record CommitmentView(
        String lede,
        DataTable best,
        String breakEvenLede,
        DataTable breakEven,
        String billLede,
        DataTable bill) {}
