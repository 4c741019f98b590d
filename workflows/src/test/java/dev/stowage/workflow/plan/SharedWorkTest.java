package dev.stowage.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What plans of one process share. */
class SharedWorkTest {
    private final AtomicInteger passes = new AtomicInteger();

    /** Five tasks a second apart. */
    private final Workload five =
            new Workload() {
                @Override
                public String name() {
                    return "five";
                }

                @Override
                public TaskSource open() {
                    passes.incrementAndGet();
                    return source();
                }
            };

    private static TaskSource source() {
        return new TaskSource() {
            private int next;

            @Override
            public boolean read(TaskBatch batch) {
                batch.size = 0;
                batch.isPlain = true;
                while (next < 5 && batch.size < batch.capacity()) {
                    batch.submitMicros[batch.size] = next++ * 1_000_000L;
                    batch.size++;
                }
                return batch.size > 0;
            }

            @Override
            public Map<String, Long> leftOut() {
                return Map.of("neverScheduled", 2L);
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void aHeldWorkloadIsReadOnceAndDeliversTheSame() {
        HeldWorkload held = HeldWorkload.of(five, 1 << 20);
        for (int pass = 0; pass < 3; pass++) {
            TaskSource source = held.open();
            TaskBatch batch = new TaskBatch(2);
            long seconds = 0;
            while (source.read(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    assertThat(batch.submitMicros[row]).isEqualTo(seconds++ * 1_000_000);
                }
            }
            assertThat(seconds).isEqualTo(5);
            assertThat(source.leftOut()).containsEntry("neverScheduled", 2L);
        }
        assertThat(passes).hasValue(1);
    }

    @Test
    void aWorkloadBeyondTheBoundIsReadAnew() {
        HeldWorkload large = HeldWorkload.of(five, 100);
        large.open().close();
        large.open().close();
        assertThat(passes).hasValue(3);
    }

    @Test
    void eachIsMadeOnceAndGoesWhenThereIsTooMuch() {
        SharedWork shared = new SharedWork(10 << 20);
        for (int i = 0; i < 3; i++) {
            shared.tasks("a", () -> HeldWorkload.of(five, 1 << 20));
        }
        assertThat(passes).hasValue(1);
        shared.tasks("b", () -> HeldWorkload.of(five, 1 << 20));
        shared.tasks("c", () -> HeldWorkload.of(five, 1 << 20));
        assertThat(shared.bytes()).isLessThanOrEqualTo(10 << 20);
        shared.tasks("a", () -> HeldWorkload.of(five, 1 << 20));
        assertThat(passes).hasValue(4);
    }

    @Test
    void twoThatAskAtOnceGetTheSame() throws Exception {
        SharedWork shared = new SharedWork(10 << 20);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<HeldWorkload> first =
                CompletableFuture.supplyAsync(
                        () ->
                                shared.tasks(
                                        "a",
                                        () -> {
                                            begun.countDown();
                                            await(go);
                                            return HeldWorkload.of(five, 1 << 20);
                                        }));
        begun.await();
        CompletableFuture<HeldWorkload> second =
                CompletableFuture.supplyAsync(
                        () -> shared.tasks("a", () -> HeldWorkload.of(five, 1 << 20)));
        go.countDown();
        assertThat(second.get()).isSameAs(first.get());
        assertThat(passes).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFailureIsNotShared() {
        SharedWork shared = new SharedWork(10 << 20);
        assertThatThrownBy(
                        () ->
                                shared.tasks(
                                        "a",
                                        () -> {
                                            throw new IllegalArgumentException("bad");
                                        }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bad");
        assertThat(shared.tasks("a", () -> HeldWorkload.of(five, 1 << 20)).name())
                .isEqualTo("five");
    }
}
