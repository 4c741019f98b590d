// Recommendations of the vertical pod autoscaler's own recommender on 1,000 random histories, one line
// a history; with the argument "replicas" on histories of two to five replicas of one workload. VpaOracleTest draws the same ones.
// Run in this folder: go run . > ../vpa-recommendations.txt; go run . replicas > ../vpa-replicas.txt
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"

	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/logic"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
)

// draws is SplitMix64, as in VpaOracleTest.
type draws struct{ state uint64 }

func (d *draws) uniform() float64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return float64((z^(z>>31))>>11) * (1.0 / (1 << 53))
}

func (d *draws) below(n int) int { return int(d.uniform() * float64(n)) }

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if len(os.Args) > 1 && os.Args[1] == "replicas" {
		fmt.Fprintln(out, "# target CPU in thousandths and memory in bytes, of replicas of one workload, of k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1, made by: go run . replicas > ../vpa-replicas.txt (in oracle-vpa/)")
		for s := 0; s < 1000; s++ {
			replicas(out, s)
		}
		return
	}
	fmt.Fprintln(out, "# target/lower/upper, each CPU in thousandths and memory in bytes, of k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1, made by: go run . > ../vpa-recommendations.txt (in oracle-vpa/)")
	for s := 0; s < 1000; s++ {
		history(out, s)
	}
}

func history(out *bufio.Writer, s int) {
	d := &draws{uint64(s)}
	aggregate := model.NewAggregateContainerState()
	container := model.NewContainerState(model.Resources{}, aggregate)
	now := time.Unix(1_700_000_000, 0).Add(time.Duration(d.below(86400)) * time.Second)
	step := []int{60, 600, 7200, 90000}[d.below(4)]
	cores := 4 * d.uniform()
	memory := 4e9 * d.uniform()
	fmt.Fprintf(out, "%d", s)
	for i := 1; i <= 120; i++ {
		now = now.Add(time.Duration(1+d.below(2*step)) * time.Second)
		if d.uniform() < 0.03 {
			cores = 16 * d.uniform() * d.uniform() * d.uniform()
			memory = 2e10 * d.uniform() * d.uniform() * d.uniform()
		}
		container.AddSample(&model.ContainerUsageSample{MeasureStart: now, Usage: model.CPUAmountFromCores(cores * (0.2 + d.uniform())), Resource: model.ResourceCPU})
		bytes := model.MemoryAmountFromBytes(memory * (0.5 + d.uniform()))
		container.AddSample(&model.ContainerUsageSample{MeasureStart: now, Usage: bytes, Resource: model.ResourceMemory})
		if d.uniform() < 0.02 {
			_ = container.RecordOOM(now, bytes)
		}
		if i%30 == 0 {
			r := recommend(aggregate)
			fmt.Fprintf(out, " %s/%s/%s", text(r.Target), text(r.LowerBound), text(r.UpperBound))
		}
	}
	fmt.Fprintln(out)
}

// replicas is a workload whose replicas share one aggregate, as those of a Deployment do.
func replicas(out *bufio.Writer, s int) {
	d := &draws{uint64(1_000_000 + s)}
	aggregate := model.NewAggregateContainerState()
	containers := make([]*model.ContainerState, 2+d.below(4))
	for i := range containers {
		containers[i] = model.NewContainerState(model.Resources{}, aggregate)
	}
	now := time.Unix(1_700_000_000, 0).Add(time.Duration(d.below(86400)) * time.Second)
	step := []int{60, 600, 7200, 90000}[d.below(4)]
	cores := 4 * d.uniform()
	memory := 4e9 * d.uniform()
	fmt.Fprintf(out, "%d", s)
	for i := 1; i <= 120; i++ {
		now = now.Add(time.Duration(d.below(2*step)) * time.Second)
		container := containers[d.below(len(containers))]
		container.AddSample(&model.ContainerUsageSample{MeasureStart: now, Usage: model.CPUAmountFromCores(cores * (0.2 + d.uniform())), Resource: model.ResourceCPU})
		bytes := model.MemoryAmountFromBytes(memory * (0.5 + d.uniform()))
		container.AddSample(&model.ContainerUsageSample{MeasureStart: now, Usage: bytes, Resource: model.ResourceMemory})
		if d.uniform() < 0.02 {
			_ = container.RecordOOM(now, bytes)
		}
		if i%30 == 0 {
			fmt.Fprintf(out, " %s", text(recommend(aggregate).Target))
		}
	}
	fmt.Fprintln(out)
}

func recommend(aggregate *model.AggregateContainerState) logic.RecommendedContainerResources {
	day := 24 * time.Hour
	return logic.CreatePodResourceRecommender(logic.RecommendationConfig{SafetyMarginFraction: 0.15, PodMinCPUMillicores: 25, PodMinMemoryMb: 250,
		TargetCPUPercentile: 0.9, LowerBoundCPUPercentile: 0.5, UpperBoundCPUPercentile: 0.95, ConfidenceIntervalCPU: day,
		TargetMemoryPercentile: 0.9, LowerBoundMemoryPercentile: 0.5, UpperBoundMemoryPercentile: 0.95, ConfidenceIntervalMemory: day,
	}).GetRecommendedPodResources(model.ContainerNameToAggregateStateMap{"c": aggregate})["c"]
}

func text(r model.Resources) string {
	return fmt.Sprintf("%d,%d", r[model.ResourceCPU], r[model.ResourceMemory])
}
