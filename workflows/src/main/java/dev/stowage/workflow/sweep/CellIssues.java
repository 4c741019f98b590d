package dev.stowage.workflow.sweep;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with the settings of any cell, each problem once, with the cells that have it. */
final class CellIssues {
    private final Path file;
    private final Sweep sweep;

    CellIssues(Path file, Sweep sweep) {
        this.file = file;
        this.sweep = sweep;
    }

    /** Throws all of them, if there are any. */
    void refuse() {
        Map<Issue, Integer> cells = new LinkedHashMap<>();
        Map<Issue, Cell> first = new LinkedHashMap<>();
        for (Cell cell : sweep.cells()) {
            for (Issue issue : sweep.question().issues(cell.settings(), sweep.baseFile())) {
                cells.merge(issue, 1, Integer::sum);
                first.putIfAbsent(issue, cell);
            }
        }
        if (!cells.isEmpty()) {
            throw InputException.of(
                    first.entrySet().stream()
                            .map(each -> told(each.getKey(), each.getValue(), cells))
                            .toList());
        }
    }

    private Issue told(Issue issue, Cell cell, Map<Issue, Integer> cells) {
        int count = cells.getOrDefault(issue, 1);
        String where =
                sweep.cells().size() == count
                        ? "every cell"
                        : count == 1 ? cell.label() : count + " cells, first " + cell.label();
        return new Issue(
                file + " (" + where + "): " + issue.place(),
                issue.found(),
                issue.expected(),
                issue.remedy());
    }
}
