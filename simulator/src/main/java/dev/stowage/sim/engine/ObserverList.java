package dev.stowage.sim.engine;

import dev.stowage.model.TaskBatch;
import dev.stowage.sim.metrics.Rejection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Several observers, told one after the other. */
record ObserverList(List<RunObserver> observers) implements RunObserver {
    ObserverList {
        observers = List.copyOf(observers);
    }

    @Override
    public void advance(long nowMicros) {
        observers.forEach(observer -> observer.advance(nowMicros));
    }

    @Override
    public void submitted(int slot) {
        observers.forEach(observer -> observer.submitted(slot));
    }

    @Override
    public void queued(int slot, boolean isHeld) {
        observers.forEach(observer -> observer.queued(slot, isHeld));
    }

    @Override
    public void rejected(TaskBatch batch, int row, Rejection reason) {
        observers.forEach(observer -> observer.rejected(batch, row, reason));
    }

    @Override
    public void tried(int slot, int server) {
        observers.forEach(observer -> observer.tried(slot, server));
    }

    @Override
    public void started(int slot, int server) {
        observers.forEach(observer -> observer.started(slot, server));
    }

    @Override
    public void ended(int slot, int server, boolean isFinishing) {
        observers.forEach(observer -> observer.ended(slot, server, isFinishing));
    }

    @Override
    public void evicted(int slot, int server) {
        observers.forEach(observer -> observer.evicted(slot, server));
    }

    @Override
    public void resliced(int server) {
        observers.forEach(observer -> observer.resliced(server));
    }

    @Override
    public void resized(int server) {
        observers.forEach(observer -> observer.resized(server));
    }

    @Override
    public void stillRunning(int slot, int server) {
        observers.forEach(observer -> observer.stillRunning(slot, server));
    }

    @Override
    public void stillPending(int slot) {
        observers.forEach(observer -> observer.stillPending(slot));
    }

    @Override
    public void over(long endMicros) {
        observers.forEach(observer -> observer.over(endMicros));
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        for (RunObserver observer : observers) {
            observer.writeState(out);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        for (RunObserver observer : observers) {
            observer.readState(in);
        }
    }
}
