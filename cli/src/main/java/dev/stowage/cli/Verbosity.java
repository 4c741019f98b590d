package dev.stowage.cli;

/**
 * How much is said on stderr, read from the raw arguments: it must be known before they are parsed,
 * for errors in them, and by the log configuration, which is made when the first class logs.
 */
final class Verbosity {
    private Verbosity() {}

    /** How often {@code -v} is given: 0, 1 or more. */
    static int of(String... args) {
        int count = 0;
        for (String arg : args) {
            if (arg.equals("--")) {
                break;
            }
            if (arg.equals("--verbose")) {
                count++;
            } else if (arg.matches("-[qv]+")) {
                count += (int) arg.chars().filter(c -> c == 'v').count();
            }
        }
        return count;
    }
}
