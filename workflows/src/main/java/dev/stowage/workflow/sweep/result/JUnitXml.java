package dev.stowage.workflow.sweep.result;

import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Checks, and cells without an answer, as test cases in the form of JUnit, which CI reads. */
public final class JUnitXml {
    private JUnitXml() {}

    /** The text of the file. */
    public static String text(SweepResult result) {
        List<String> cases = new ArrayList<>();
        for (Outcome each : result.outcomes()) {
            cases.add(
                    testCase(
                            "checks",
                            each.check().text(),
                            each.holds() ? "" : "failure",
                            each.open(),
                            String.join("\n", each.broken())));
        }
        for (CellResult each : result.failures()) {
            cases.add(testCase("cells", each.cell().label(), "error", "", each.reason()));
        }
        long failures = result.outcomes().stream().filter(each -> !each.holds()).count();
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\""
                + escaped(result.sweep().name())
                + "\" tests=\""
                + cases.size()
                + "\" failures=\""
                + failures
                + "\" errors=\""
                + result.failures().size()
                + "\">\n"
                + String.join("", cases)
                + "</testsuite>\n";
    }

    private static String testCase(
            String group, String name, String fault, String skipped, String detail) {
        String head = "  <testcase classname=\"" + group + "\" name=\"" + escaped(name) + "\"";
        if (!skipped.isEmpty()) {
            return head + "><skipped message=\"" + escaped(skipped) + "\"/></testcase>\n";
        }
        if (fault.isEmpty()) {
            return head + "/>\n";
        }
        String first = detail.lines().findFirst().orElse("");
        return head
                + "><"
                + fault
                + " message=\""
                + escaped(first)
                + "\">"
                + escaped(detail)
                + "</"
                + fault
                + "></testcase>\n";
    }

    private static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
