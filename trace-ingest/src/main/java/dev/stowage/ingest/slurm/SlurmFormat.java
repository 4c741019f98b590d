package dev.stowage.ingest.slurm;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.TextLines;
import java.nio.file.Path;
import java.util.List;

/** What {@code sacct} prints of jobs, and {@code scontrol show nodes} of nodes. */
public final class SlurmFormat extends ListedFormat {
    static final FormatOption TASKS =
            new FormatOption(
                    "tasks",
                    "what a job of several nodes becomes: a task of equal size for each node, or"
                            + " one task of all its processors",
                    List.of("node", "job"));

    /** The format. */
    public SlurmFormat() {
        super(
                "slurm",
                "jobs of a Slurm cluster: what sacct -P prints, and scontrol show nodes",
                List.of(ALL_BATCH, ALL_USER_FACING),
                List.of(TASKS));
    }

    @Override
    public boolean hasWallClock() {
        return true;
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        List<String> first = TextLines.first(file, 2);
        return !first.isEmpty()
                && (NodeList.isOne(first.get(0)) || SacctColumns.of(first).isPresent());
    }

    @Override
    protected Reader begin(Listing listing) {
        boolean isUserFacing = classRule(listing.request()).equals(ALL_USER_FACING);
        boolean isByNode = TASKS.in(listing.request()).equals("node");
        SacctJobs jobs = new SacctJobs(listing, isByNode, isUserFacing);
        return new Reader() {
            @Override
            public void read(Path file) {
                List<String> first = TextLines.first(file, 2);
                if (!first.isEmpty() && NodeList.isOne(first.get(0))) {
                    NodeList.read(file, listing);
                    return;
                }
                jobs.read(
                        file,
                        SacctColumns.of(first)
                                .orElseThrow(() -> SacctColumns.unknown(file, first)));
            }

            @Override
            public void finish() {
                jobs.finish();
                tell(listing);
            }
        };
    }

    private static void tell(Listing listing) {
        if (listing.tasks().isEmpty()) {
            listing.warn("There are no jobs: the trace can't be replayed or fitted.");
        }
        if (listing.machineNames().isEmpty()) {
            listing.warn(
                    "There are no nodes: simulate with --servers of your own, or give what scontrol"
                            + " show nodes prints, too.");
        }
    }

    static InputException missing(Path file, String found, String columns) {
        return InputException.atLine(
                file,
                1,
                found,
                columns,
                "Print it with sacct -a -P -o JobID,JobIDRaw,JobName,User,Partition,State,Submit,"
                        + "Start,End,NNodes,AllocCPUS,ReqMem,AllocTRES,NodeList,TotalCPU,MaxRSS.");
    }
}
