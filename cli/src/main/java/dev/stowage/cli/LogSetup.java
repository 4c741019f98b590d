package dev.stowage.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Configures the logs of the libraries: errors only, warnings with {@code -v}, all they say with
 * {@code -vv}; to stderr. Found by logback as a service when the first class logs, so that commands
 * that log nothing don't pay for it.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
    /** System property that holds how often {@code -v} was given. */
    static final String VERBOSITY = "stowage.verbosity";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%-5level %logger{30}: %replace(%msg){'\\p{Cntrl}', ' '}%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(level(Integer.getInteger(VERBOSITY, 0)));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static Level level(int verbosity) {
        return switch (verbosity) {
            case 0 -> Level.ERROR;
            case 1 -> Level.WARN;
            default -> Level.INFO;
        };
    }
}
