package dev.stowage.sim.serverless;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.autoscale.Autoscalers;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of serverless functions: requests arrive, wait, are worked on by instances that share their
 * cores among them, and are answered; an autoscaler for each function changes instances.
 *
 * <p>Time is in nanoseconds. The next arrival, observation and decision of each function and the
 * next event of each instance lie in one {@link TimeHeap}; the order is (time, source). It ends
 * when every request is answered or dropped, at the clock's latest, or when for ten minutes and the
 * longest creation after the last request no instance has worked on any. At the end of every run
 * {@link Conservation} is checked.
 *
 * <p>Hot: a request costs two changes of the heap and no allocation.
 */
public final class ServerlessSimulation {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int ARRIVE = 0;
    private static final int OBSERVE = 1;
    private static final int DECIDE = 2;
    private static final int INSTANCE = 3;
    private static final int MANY_FUNCTIONS = 64;

    /** No instance works on a request for so long, and none has just been made: nobody will. */
    private static final long IDLE_NANOS = 600 * SECOND_NANOS;

    private final ServerlessSpec spec;
    private final TimeHeap heap = new TimeHeap();
    private final RequestSlots slots = new RequestSlots();
    private final Instances instances = new Instances(slots);
    private final FunctionState[] functions;
    private final FunctionControls[] controls;
    private final Fleet fleet;
    private final WindowBook book;
    private final LatencyHistogram all = new LatencyHistogram(LatencyHistogram.FINE_BITS);
    private final Conservation conservation = new Conservation();
    private final Levels levels;
    private long nowNanos;
    private long events;
    private int coming; // functions with requests still to come

    private ServerlessSimulation(ServerlessSpec spec) {
        this.spec = spec;
        long windowNanos = spec.clock().windowMicros() * 1_000;
        book = new WindowBook(windowNanos);
        functions = new FunctionState[spec.functions().size()];
        controls = new FunctionControls[functions.length];
        ServerRoom room = new ServerRoom(spec.servers());
        levels = new Levels(windowNanos, room);
        fleet = new Fleet(instances, room, levels);
        boolean isMany = functions.length > MANY_FUNCTIONS;
        int bits = isMany ? LatencyHistogram.COARSE_BITS : LatencyHistogram.FINE_BITS;
        for (int f = 0; f < functions.length; f++) {
            FunctionSpec function = spec.functions().get(f);
            String stream = "serverless " + function.name();
            functions[f] =
                    new FunctionState(
                            f,
                            function,
                            Autoscalers.registry()
                                    .create(
                                            Autoscalers.forConcurrency(
                                                    spec.autoscaler(),
                                                    function.instance().concurrency()),
                                            Seeds.stream(spec.seed(), stream + " autoscaler", 0)),
                            instances,
                            slots,
                            new LatencyHistogram(bits),
                            function.requests(spec.seed()),
                            Seeds.stream(spec.seed(), stream, 0));
            controls[f] = new FunctionControls(this, functions[f], fleet, instances);
        }
    }

    /** Runs it. */
    public static ServerlessResult run(ServerlessSpec spec) {
        return new ServerlessSimulation(spec).run();
    }

    private ServerlessResult run() {
        long lastArrival = 0;
        for (FunctionState function : functions) {
            lastArrival = Math.max(lastArrival, function.spec.arrivals().endNanos());
            begin(function);
        }
        long limit = lastArrival + spec.clock().drainMicros() * 1_000;
        long idleNanos = IDLE_NANOS + longestCreation();
        long lastWork = lastArrival;
        long end;
        while (true) {
            long next = heap.firstTime();
            if (instances.working() > 0) {
                lastWork = Math.max(lastWork, next);
            }
            boolean isOver = coming == 0 && conservation.inFlight() == 0 && next > lastArrival;
            long last = Math.min(limit, lastWork + idleNanos);
            if (isOver || next > last) {
                end = isOver ? Math.max(nowNanos, lastArrival) : last;
                break;
            }
            while (levels.windowEndNanos() <= next) {
                closeWindow();
            }
            nowNanos = next;
            events++;
            step(heap.first());
        }
        return finish(end);
    }

    private long longestCreation() {
        return spec.functions().stream()
                .mapToLong(function -> function.instance().creationMicros() * 1_000)
                .max()
                .orElseThrow();
    }

    /** Lets the next request of a function come, if there is one. */
    private void nextArrival(FunctionState function) {
        long next = function.arrivals.nextNanos();
        coming -= next == TimeHeap.NEVER ? 1 : 0;
        heap.set(source(function.number, ARRIVE), next);
    }

    private void begin(FunctionState function) {
        coming++;
        nextArrival(function);
        heap.set(source(function.number, DECIDE), spec.clock().phaseMicros() * 1_000);
        if (function.autoscaler.isObserver()) {
            heap.set(source(function.number, OBSERVE), SECOND_NANOS);
        }
        for (int i = 0; i < function.autoscaler.initialInstances(); i++) {
            int instance = controls[function.number].makeAnywhere();
            if (instance != Instances.NONE) {
                becomeReady(function, instance); // there before the run
            }
        }
    }

    private static int source(int index, int kind) {
        return (index << 2) + kind;
    }

    private void step(int source) {
        int index = source >> 2;
        switch (source & 3) {
            case ARRIVE -> arrive(functions[index]);
            case OBSERVE -> observe(functions[index]);
            case DECIDE -> decide(functions[index]);
            default -> instanceEvent(index);
        }
    }

    private void arrive(FunctionState function) {
        double demand = function.arrivals.demandNanos();
        nextArrival(function);
        function.settle(nowNanos);
        function.inFlight++;
        function.totals.arrived++;
        function.totals.arrivedCold += function.ready == 0 ? 1 : 0;
        book.arrive(nowNanos);
        conservation.arrive(nowNanos);
        levels.inFlight(conservation.inFlight());
        int slot = slots.take(nowNanos, demand);
        if (function.listed == 0) {
            function.autoscaler.wake(controls[function.number], controls[function.number]);
        }
        resumeDecisions(function);
        route(function, slot);
    }

    private void resumeDecisions(FunctionState function) {
        long period = function.autoscaler.periodMicros() * 1_000;
        int source = source(function.number, DECIDE);
        if (heap.time(source) - nowNanos > period) {
            heap.set(source, nextDecision(function, nowNanos + 1));
        }
        int observe = source(function.number, OBSERVE);
        if (function.autoscaler.isObserver() && heap.time(observe) == TimeHeap.NEVER) {
            heap.set(observe, (nowNanos / SECOND_NANOS + 1) * SECOND_NANOS);
        }
    }

    /** The first regular decision at or after a time. */
    private long nextDecision(FunctionState function, long nanos) {
        long phase = spec.clock().phaseMicros() * 1_000;
        long period = function.autoscaler.periodMicros() * 1_000;
        long periods = Math.max(0, (nanos - phase + period - 1) / period);
        return phase + periods * period;
    }

    private void route(FunctionState function, int slot) {
        int limit = function.spec.path().queueLimit();
        if (function.isQueued()) {
            int instance = function.queue.size() > 0 ? FunctionState.NONE : function.choose();
            if (instance != FunctionState.NONE) {
                work(function, instance, slot);
            } else if (limit > 0 && function.queue.size() >= limit) {
                drop(function, slot);
            } else {
                function.queue.add(slot);
            }
            return;
        }
        int instance = function.random();
        if (instances.running[instance] < function.limit(instance)) {
            work(function, instance, slot);
        } else if (function.canHold(instance)) {
            instances.queue(instance).add(slot);
        } else {
            drop(function, slot);
        }
    }

    private void drop(FunctionState function, int slot) {
        function.settle(nowNanos);
        function.inFlight--;
        function.totals.dropped++;
        book.drop(slots.arrivalNanos[slot]);
        conservation.drop(nowNanos, slots.arrivalNanos[slot]);
        slots.release(slot);
    }

    private void work(FunctionState function, int instance, int slot) {
        settle(function, instance);
        instances.begin(instance, slot);
        schedule(function, instance);
    }

    private void schedule(FunctionState function, int instance) {
        heap.set(source(instance, INSTANCE), instances.nextEndNanos(instance, nowNanos));
        function.mark(instance);
    }

    private void settle(FunctionState function, int instance) {
        double spent = instances.settle(instance, nowNanos);
        function.totals.usedNanos += spent;
        levels.use(spent);
    }

    private void instanceEvent(int instance) {
        FunctionState function = functions[instances.function[instance]];
        if (!function.isReady(instance)) {
            becomeReady(function, instance);
        } else {
            answer(function, instance);
        }
        serveQueue(function);
    }

    private void becomeReady(FunctionState function, int instance) {
        instances.readyNanos[instance] = nowNanos;
        heap.set(source(instance, INSTANCE), TimeHeap.NEVER);
        function.ready++;
        function.totals.mostReady = Math.max(function.totals.mostReady, function.ready);
        levels.ready(1);
        function.mark(instance);
    }

    private void answer(FunctionState function, int instance) {
        settle(function, instance);
        int slot = instances.end(instance);
        long arrival = slots.arrivalNanos[slot];
        long latency = nowNanos - arrival + function.spec.path().overheadMicros() * 1_000;
        function.settle(nowNanos);
        function.inFlight--;
        function.totals.answered++;
        function.totals.demandNanos += slots.demandNanos[slot];
        function.add(latency);
        all.add(latency);
        book.answer(arrival, latency);
        conservation.answer(nowNanos, arrival);
        slots.release(slot);
        if (instances.held(instance) > 0) {
            instances.begin(instance, instances.queue(instance).remove());
        }
        schedule(function, instance);
        if (instances.position[instance] == Instances.NONE && instances.running[instance] == 0) {
            dispose(function, instance);
        }
    }

    /** Gives waiting requests to instances that can take one. */
    void serveQueue(FunctionState function) {
        while (function.queue.size() > 0) {
            int instance = function.choose();
            if (instance == FunctionState.NONE) {
                return;
            }
            work(function, instance, function.queue.remove());
        }
    }

    private void observe(FunctionState function) {
        function.observe(nowNanos, SECOND_NANOS);
        boolean isIdle = function.listed == 0 && function.inFlight == 0;
        heap.set(
                source(function.number, OBSERVE),
                isIdle ? TimeHeap.NEVER : nowNanos + SECOND_NANOS);
    }

    private void decide(FunctionState function) {
        FunctionControls control = controls[function.number];
        function.autoscaler.decide(control, control);
        serveQueue(function);
        long pause = function.autoscaler.pauseMicros(control);
        heap.set(
                source(function.number, DECIDE),
                pause == Long.MAX_VALUE
                        ? TimeHeap.NEVER
                        : nextDecision(function, nowNanos + pause * 1_000));
    }

    long nowNanos() {
        return nowNanos;
    }

    /** Lets an instance that is being made be ready after a time. */
    void startUp(int instance, long creationMicros) {
        heap.set(source(instance, INSTANCE), nowNanos + creationMicros * 1_000);
    }

    /** Takes an instance out: it answers what it has and goes. */
    void retire(FunctionState function, int position) {
        int instance = function.list[position];
        levels.ready(function.isReady(instance) ? -1 : 0);
        function.unlist(position);
        if (instances.running[instance] == 0) {
            dispose(function, instance);
        }
    }

    private void dispose(FunctionState function, int instance) {
        heap.set(source(instance, INSTANCE), TimeHeap.NEVER);
        fleet.remove(function, instance, nowNanos);
    }

    /** Gives an instance other CPU and memory. */
    void resize(FunctionState function, int instance, long microCores, long bytes) {
        settle(function, instance);
        fleet.resize(function, instance, microCores, bytes, nowNanos);
        if (function.isReady(instance)) {
            schedule(function, instance);
        }
    }

    private void closeWindow() {
        long end = levels.windowEndNanos();
        long before = nowNanos;
        nowNanos = end;
        for (FunctionState function : functions) {
            for (int i = 0; i < function.listed; i++) {
                settle(function, function.list[i]);
            }
        }
        nowNanos = before;
        book.close(levels.close());
    }

    private ServerlessResult finish(long end) {
        while (levels.windowEndNanos() <= end) {
            closeWindow();
        }
        nowNanos = end;
        for (FunctionState function : functions) {
            for (int i = 0; i < function.listed; i++) {
                settle(function, function.list[i]);
                fleet.account(function, function.list[i], end);
            }
        }
        if (levels.hasBegun(end)) {
            book.close(levels.closeAt(end));
        }
        conservation.check(end, functions, events, coming);
        List<FunctionFigures> figures = new ArrayList<>();
        for (FunctionState function : functions) {
            figures.add(figures(function));
        }
        return new ServerlessResult(
                spec.autoscaler().toString(),
                figures,
                book.figures(),
                all.latencies(),
                conservation.balance(end),
                end / 1e9,
                events);
    }

    private static FunctionFigures figures(FunctionState function) {
        FunctionTotals totals = function.totals;
        return new FunctionFigures(
                function.spec.name(),
                totals.arrived,
                totals.answered,
                totals.dropped,
                function.inFlight,
                totals.arrivedCold,
                totals.instancesMade,
                totals.mostReady,
                totals.growthRejected,
                totals.usedNanos / 1e9,
                totals.givenCoreNanos / 1e9,
                totals.givenByteNanos / 1e9 / (1L << 30),
                function.latencies.latencies());
    }
}
