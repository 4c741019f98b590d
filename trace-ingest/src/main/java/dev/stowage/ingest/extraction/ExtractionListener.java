package dev.stowage.ingest.extraction;

import dev.stowage.model.TaskClass;

/** Told of what an extraction of parameters counts, while it goes on. */
interface ExtractionListener {
    /** Does not care. */
    ExtractionListener NONE =
            new ExtractionListener() {
                @Override
                public void task(TaskClass jobClass, TaskColumns tasks, int row, boolean isOpen) {}

                @Override
                public void job(long submitMicros) {}
            };

    /**
     * A task of a job that was submitted inside the window of the task table.
     *
     * @param isOpen true if nobody saw its end
     */
    void task(TaskClass jobClass, TaskColumns tasks, int row, boolean isOpen);

    /** A job whose submit was seen. */
    void job(long submitMicros);
}
