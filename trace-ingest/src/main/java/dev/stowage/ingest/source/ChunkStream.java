package dev.stowage.ingest.source;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.model.Resources;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The rows of all files, chunk by chunk, in the order of the files whatever the number of threads:
 * with one thread they are parsed on demand, with more a few files ahead. To be used by one thread.
 */
final class ChunkStream implements Closeable {
    private static final int CHUNKS_AHEAD = 8;

    /** What comes out of a file: chunks, then its end; or a failure. */
    sealed interface Item {}

    /** Rows. */
    record Rows(RowChunk chunk) implements Item {}

    /**
     * The file is read to its end.
     *
     * @param fingerprint of its good rows; 0 where it has none, or no other file is of its table
     */
    record FileEnd(TraceManifest.SourceFile file, long fingerprint) implements Item {}

    private record Failure(Throwable cause) implements Item {}

    private final List<FoundFile> sources;
    private final Resources machine;
    private final @Nullable FinishedParts parts;
    private final InflationLimit inflation;
    private final Progress progress;
    private final AtomicLong bytesRead = new AtomicLong();
    private int current;

    // one thread
    private @Nullable FileParser parser;

    // several threads
    private @Nullable ExecutorService workers;
    private final List<BlockingQueue<Item>> queues = new ArrayList<>();
    private final AtomicInteger nextFile = new AtomicInteger();
    private final Semaphore filesAhead;

    ChunkStream(List<FoundFile> sources, IngestRequest request, @Nullable FinishedParts parts) {
        this.sources = sources;
        this.parts = parts;
        machine = request.machine();
        inflation = request.selection().inflation();
        progress = request.progress();
        int parsers =
                Math.min(request.threads() - 1, sources.size()); // this thread has work of its own
        filesAhead = new Semaphore(parsers + 1);
        if (parsers > 0) {
            sources.forEach(source -> queues.add(new ArrayBlockingQueue<>(CHUNKS_AHEAD)));
            workers = Executors.newFixedThreadPool(parsers, ChunkStream::daemon);
            for (int i = 0; i < parsers; i++) {
                workers.execute(this::parseFiles);
            }
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "ingest");
        thread.setDaemon(true);
        return thread;
    }

    /** The next chunk or end of a file; null when all files are read. */
    @Nullable Item next() {
        if (current == sources.size()) {
            return null;
        }
        Item item = workers == null ? parseNext() : takeNext();
        if (item instanceof Failure failure) {
            if (failure.cause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure.cause();
        }
        if (item instanceof FileEnd) {
            current++;
            filesAhead.release();
        }
        return item;
    }

    private Item parseNext() {
        if (parser == null) {
            parser = new FileParser(sources.get(current));
        }
        Item item = parser.next();
        if (item instanceof FileEnd) {
            parser.close();
            parser = null;
        }
        return item;
    }

    private Item takeNext() {
        try {
            return queues.get(current).take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading", e);
        }
    }

    /** The work of a parsing thread: files in order, a few ahead of the reader. */
    private void parseFiles() {
        try {
            while (true) {
                filesAhead.acquire();
                int file = nextFile.getAndIncrement();
                if (file >= sources.size()) {
                    return;
                }
                parseFile(sources.get(file), queues.get(file));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the reader has closed the stream
        }
    }

    private void parseFile(FoundFile source, BlockingQueue<Item> queue)
            throws InterruptedException {
        try (FileParser file = new FileParser(source)) {
            Item item;
            do {
                item = file.next();
                queue.put(item);
            } while (!(item instanceof FileEnd));
        } catch (RuntimeException | Error e) { // too little memory, too: the reader waits for us
            queue.put(new Failure(e));
        }
    }

    private void tellProgress(long bytes) {
        progress.advanceTo(bytesRead.addAndGet(bytes));
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.shutdownNow();
        }
        if (parser != null) {
            parser.close();
        }
    }

    /** Parses one file, or gives back what came out of it in an earlier ingest. */
    private final class FileParser implements Closeable {
        private final FoundFile source;
        private final PartFile.@Nullable Reader finished;
        private final PartFile.@Nullable Writer part;
        private final @Nullable FileBlocks blocks;
        private final @Nullable RowParser rowParser;
        private final boolean hasSisters;
        private long rows;
        private long fingerprint;

        FileParser(FoundFile source) {
            this.source = source;
            hasSisters = sources.stream().filter(s -> s.table().equals(source.table())).count() > 1;
            finished = parts == null ? null : parts.open(source);
            if (finished == null) {
                blocks = FileBlocks.open(source, inflation, ChunkStream.this::tellProgress);
                rowParser = RowParser.of(source, machine);
                part = parts == null ? null : parts.begin(source);
            } else {
                blocks = null;
                rowParser = null;
                part = null;
            }
        }

        Item next() {
            if (finished != null) {
                return nextOf(finished);
            }
            if (blocks == null || rowParser == null) {
                throw new IllegalStateException("neither finished nor opened");
            }
            LineBlocks.Block block = blocks.next();
            if (block == null) {
                return end(blocks);
            }
            RowChunk chunk = rowParser.parse(block);
            rows += chunk.rowsRead();
            if (part != null) {
                part.add(chunk);
            }
            return rows(chunk);
        }

        private Rows rows(RowChunk chunk) {
            fingerprint += hasSisters ? chunk.fingerprint() : 0;
            return new Rows(chunk);
        }

        private Item nextOf(PartFile.Reader reader) {
            RowChunk chunk = reader.next();
            if (chunk != null) {
                return rows(chunk);
            }
            tellProgress(reader.end().bytes());
            return new FileEnd(reader.end(), fingerprint);
        }

        private FileEnd end(FileBlocks read) {
            String sha256 = read.sha256();
            TraceManifest.SourceFile file =
                    new TraceManifest.SourceFile(
                            source.name(),
                            source.table().tableName(),
                            read.diskBytes(),
                            rows,
                            sha256);
            if (parts != null && part != null) {
                parts.finish(source, part, file);
            }
            return new FileEnd(file, fingerprint);
        }

        @Override
        public void close() {
            if (blocks != null) {
                blocks.close();
            }
            if (finished != null) {
                finished.close();
            }
            if (part != null) {
                part.close();
            }
        }
    }
}
