import ch.qos.logback.classic.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cloudsimplus.allocationpolicies.VmAllocationPolicySimple;
import org.cloudsimplus.brokers.DatacenterBroker;
import org.cloudsimplus.brokers.DatacenterBrokerSimple;
import org.cloudsimplus.cloudlets.Cloudlet;
import org.cloudsimplus.cloudlets.CloudletSimple;
import org.cloudsimplus.core.CloudSimEntity;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.CloudSimTag;
import org.cloudsimplus.core.events.SimEvent;
import org.cloudsimplus.datacenters.DatacenterSimple;
import org.cloudsimplus.hosts.Host;
import org.cloudsimplus.hosts.HostSimple;
import org.cloudsimplus.resources.PeSimple;
import org.cloudsimplus.schedulers.cloudlet.CloudletSchedulerSpaceShared;
import org.cloudsimplus.schedulers.vm.VmSchedulerTimeShared;
import org.cloudsimplus.util.Log;
import org.cloudsimplus.utilizationmodels.UtilizationModelFull;
import org.cloudsimplus.vms.Vm;
import org.cloudsimplus.vms.VmSimple;

/**
 * CloudSim Plus: a VM with the requested share of a core and memory for each task, made when the task
 * is submitted and destroyed when it is done; one cloudlet in it whose length is the duration on that
 * share. A host is one processing element of 1,000,000 MIPS, so that 1 MIPS is a micro-core, and
 * 2^30 units of RAM, so that a unit is a byte. Hosts are chosen first-fit (the library's own
 * first-fit goes on from the last host, which is next-fit).
 */
final class CloudSimPlusRun {
    private static final double MIPS_PER_CORE = 1e9;
    private static final long PLENTY = 1L << 50;

    private CloudSimPlusRun() {}

    /** Arguments: workload, results, servers. */
    public static void main(String[] args) throws Exception {
        Log.setLevel(Level.OFF);
        Tasks tasks = Tasks.read(Path.of(args[0]));
        long start = System.nanoTime();
        run(tasks, Integer.parseInt(args[2]));
        tasks.write(Path.of(args[1]), new double[] {(System.nanoTime() - start) / 1e9});
    }

    private static void run(Tasks tasks, int servers) {
        CloudSimPlus simulation = new CloudSimPlus();
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            Host host = new HostSimple(1L << 30, PLENTY, PLENTY, List.of(new PeSimple(MIPS_PER_CORE)));
            host.setVmScheduler(new VmSchedulerTimeShared());
            hosts.add(host);
        }
        VmAllocationPolicySimple firstFit =
                new VmAllocationPolicySimple((policy, vm) -> firstFit(hosts, vm));
        new DatacenterSimple(simulation, hosts, firstFit);
        DatacenterBroker broker = new DatacenterBrokerSimple(simulation);
        broker.setVmDestructionDelay(0.2);
        broker.setShutdownWhenIdle(false);
        new Submitter(simulation, broker, tasks);
        simulation.start();
        for (Cloudlet cloudlet : broker.<Cloudlet>getCloudletFinishedList()) {
            tasks.finishMicros[(int) cloudlet.getId()] =
                    Math.round(cloudlet.getFinishTime() * 1e6);
        }
    }

    private static Optional<Host> firstFit(List<Host> hosts, Vm vm) {
        for (Host host : hosts) {
            if (host.isSuitableForVm(vm)) {
                return Optional.of(host);
            }
        }
        return Optional.empty();
    }

    /**
     * Submits each task when its time has come. (Submitting all at first with a delay each is what
     * the examples do; the broker then goes through all waiting cloudlets at every event, which takes
     * several times as long.)
     */
    private static final class Submitter extends CloudSimEntity {
        private final DatacenterBroker broker;
        private final Tasks tasks;
        private int next;

        Submitter(CloudSimPlus simulation, DatacenterBroker broker, Tasks tasks) {
            super(simulation);
            this.broker = broker;
            this.tasks = tasks;
        }

        @Override
        protected void startInternal() {
            scheduleNext();
        }

        @Override
        public void processEvent(SimEvent event) {
            if (event.getTag() == CloudSimTag.NONE) {
                submit(next++);
                scheduleNext();
            }
        }

        private void scheduleNext() {
            if (next < tasks.count) {
                schedule(tasks.submitMicros[next] / 1e6 - getSimulation().clock(), CloudSimTag.NONE);
            } else {
                broker.setShutdownWhenIdle(true);
            }
        }

        private void submit(int i) {
            double mips = tasks.cpuMicroCores[i] * (MIPS_PER_CORE / 1e6);
            Vm vm = new VmSimple(i, mips, 1);
            vm.setRam(tasks.memoryBytes[i]).setBw(1).setSize(1);
            vm.setCloudletScheduler(new CloudletSchedulerSpaceShared());
            vm.addOnHostAllocationListener(
                    info -> tasks.server[i] = (int) info.getHost().getId());
            double seconds = tasks.durationMicros[i] / 1e6;
            Cloudlet cloudlet = new CloudletSimple(i, Math.round(seconds * mips), 1);
            cloudlet.setUtilizationModelCpu(new UtilizationModelFull());
            cloudlet.setFileSize(1).setOutputSize(1);
            cloudlet.setVm(vm);
            broker.submitVm(vm);
            broker.submitCloudlet(cloudlet);
        }
    }
}
