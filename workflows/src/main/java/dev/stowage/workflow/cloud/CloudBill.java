package dev.stowage.workflow.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.billing.BillCsv;
import dev.stowage.billing.FocusAccount;
import dev.stowage.billing.Metering;
import dev.stowage.report.cloud.CloudReport;
import dev.stowage.report.cloud.CommitmentStudy;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.words.Figures;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bill of the recommended plan of a comparison, and the report. */
public final class CloudBill {
    static final String BILL = "bill.csv";
    static final String FOCUS = "focus.csv";
    public static final String REPORT = "report.html";

    /** What the files of a bill with commitments begin with. */
    static final String COMMITTED = "committed-";

    private static final String ACCOUNT = "stowage estimate";

    private final CloudStudy study;
    private final Bill bill;
    private final Optional<CommitmentStudy> commitments;

    /**
     * Makes the bill.
     *
     * @param start first day of the demand; empty if it has none
     * @param commitments none if nobody asked
     */
    public CloudBill(
            CloudStudy study, Optional<LocalDate> start, Optional<CommitmentStudy> commitments) {
        this.study = study;
        this.commitments = commitments;
        DeploymentRun run = study.result().recommended().run().orElseThrow();
        Metering metering = RunBill.metering(run, study.result().spec(), List.of(), start);
        this.bill = Bill.of(metering, study.billing());
    }

    /**
     * Writes {@code bill.csv}, {@code report.html}, if wanted {@code focus.csv}, and both bills
     * with commitments.
     */
    public void write(Path directory, boolean isFocus) {
        write(bill, directory, "", isFocus);
        commitments.ifPresent(each -> write(each.bill(), directory, COMMITTED, isFocus));
        try {
            Files.writeString(directory.resolve(REPORT), report());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Bill of, Path directory, String prefix, boolean isFocus) {
        write(of, study.demand().name(), directory, prefix, isFocus);
    }

    /** Writes the files of a bill. */
    static void write(Bill of, String name, Path directory, String prefix, boolean isFocus) {
        try (BufferedWriter lines = writer(directory.resolve(prefix + BILL))) {
            BillCsv.write(of, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (isFocus) {
            FocusAccount account = new FocusAccount(ACCOUNT, name);
            try (BufferedWriter rows = writer(directory.resolve(prefix + FOCUS))) {
                BillCsv.writeFocus(of, account, rows);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static BufferedWriter writer(Path file) throws IOException {
        return Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    }

    private String report() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Demand", study.demand().name() + " (" + study.demand().kind() + ")");
        study.demand().made().forEach((name, value) -> facts.put("Demand: " + name, text(value)));
        facts.put("Demand, mean", Figures.size(study.demand().demand().mean()));
        facts.put("Demand, peak", Figures.size(study.demand().demand().peak()));
        facts.put("Providers", String.join(", ", study.providers()));
        facts.put("Catalogue", study.catalogue().name());
        facts.put("Charged", "by " + study.quantum());
        facts.put("Prices", CloudAnswer.label(study.filter().pricing()));
        facts.put("Seed", Long.toString(study.result().spec().seed()));
        return CloudReport.html(
                new CloudReport.Input(
                        study.demand().name(),
                        study.catalogue(),
                        study.markets(),
                        study.result(),
                        bill,
                        commitments,
                        study.notes(),
                        facts));
    }

    private static String text(Object value) {
        if (value instanceof Map<?, ?> size) {
            return size.get("cpu") + " cores, " + size.get("memoryGiB") + " GiB";
        }
        return String.valueOf(value);
    }
}
