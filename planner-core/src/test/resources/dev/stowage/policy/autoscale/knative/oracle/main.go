// Decisions of Knative's own autoscaler on 1,000 random series, one line a series.
// KpaOracleTest draws the same series and must decide the same. Run in this folder:
//
//	go run . > ../kpa-decisions.txt
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"reflect"
	"time"
	"unsafe"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric/noop"
	"go.uber.org/zap"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/serving/pkg/apis/autoscaling"
	"knative.dev/serving/pkg/apis/autoscaling/v1alpha1"
	"knative.dev/serving/pkg/autoscaler/metrics"
	"knative.dev/serving/pkg/autoscaler/scaling"
)

const seriesCount = 1000
const seconds = 90
const epoch = 1_700_000_000

// draws is SplitMix64, as in KpaOracleTest.
type draws struct{ state uint64 }

func (d *draws) uniform() float64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return float64((z^(z>>31))>>11) * (1.0 / (1 << 53))
}

func (d *draws) below(n int) int { return int(d.uniform() * float64(n)) }

func (d *draws) of(values ...float64) float64 { return values[d.below(len(values))] }

type pods struct{ ready int }

func (p *pods) ReadyCount() (int, error)    { return p.ready, nil }
func (p *pods) NotReadyCount() (int, error) { return 0, nil }

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, "# decisions pods:excess-burst-capacity of knative.dev/serving v0.50.0, made by: go run . > ../kpa-decisions.txt (in oracle/)")
	for s := 0; s < seriesCount; s++ {
		series(out, s)
	}
}

func series(out *bufio.Writer, s int) {
	d := &draws{uint64(s)}
	stable := 60
	if d.uniform() < 0.5 {
		stable = 6 + d.below(60)
	}
	panicPercent := 10.0
	if d.uniform() < 0.5 {
		panicPercent = float64(1 + d.below(100))
	}
	weighted := d.uniform() < 0.25
	total := d.of(1, 2, 7, 10, 100)
	utilisation := d.of(0.5, 0.7, 1)
	spec := &scaling.DeciderSpec{
		ScalingMetric:       autoscaling.Concurrency,
		TargetValue:         math.Max(0.01, total*utilisation),
		TotalValue:          total,
		MaxScaleUpRate:      d.of(1.1, 2, 10, 1000),
		MaxScaleDownRate:    d.of(1.5, 2, 10),
		PanicThreshold:      d.of(1.1, 2, 5, 10),
		ScaleDownDelay:      time.Duration(d.of(0, 0, 4, 5, 30)) * time.Second,
		ActivationScale:     int32(d.of(1, 1, 2, 5)),
		TargetBurstCapacity: d.of(-1, 0, 10, 211),
		StableWindow:        time.Duration(stable) * time.Second,
		Reachable:           true,
	}
	start := time.Unix(epoch, 0)
	counter := &pods{int(d.of(0, 1, 1, 3, 40))}
	key := types.NamespacedName{Namespace: "n", Name: "r"}
	collector := metrics.NewMetricCollector(func(*v1alpha1.Metric, *zap.SugaredLogger) (metrics.StatsScraper, error) {
		return nil, nil
	}, zap.NewNop().Sugar())
	annotations := map[string]string{}
	if weighted {
		annotations[autoscaling.MetricAggregationAlgorithmKey] = autoscaling.MetricAggregationAlgorithmWeightedExponential
	}
	panicWindow := time.Duration(float64(spec.StableWindow) * panicPercent / 100.0).Round(time.Second)
	if panicWindow < time.Second {
		panicWindow = time.Second
	}
	must(collector.CreateOrUpdate(&v1alpha1.Metric{
		ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: "r", Annotations: annotations},
		Spec:       v1alpha1.MetricSpec{StableWindow: spec.StableWindow, PanicWindow: panicWindow, ScrapeTarget: "s"},
	}))
	scaler := scaling.New(attribute.NewSet(), noop.NewMeterProvider(), "n", "r", collector, counter, spec)
	if counter.ready > 1 { // it took the wall clock
		field := reflect.ValueOf(scaler).Elem().FieldByName("panicTime")
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(start))
	}
	logger := zap.NewNop().Sugar()
	fmt.Fprintf(out, "%d", s)
	level, silence, last, repeats := 0.0, 0, "", 0
	for second := 0; second < seconds; second++ {
		if d.uniform() < 0.08 {
			level = d.of(0, 1, 5, 20, 200) * total * d.uniform()
		}
		if d.uniform() < 0.02 {
			silence = d.below(2 * stable)
		}
		now := start.Add(time.Duration(second)*time.Second + time.Duration(d.below(1000))*time.Millisecond)
		value := level * 2 * d.uniform()
		if silence > 0 {
			silence--
		} else if d.uniform() < 0.95 {
			collector.Record(key, now, metrics.Stat{PodName: "p", AverageConcurrentRequests: value})
		}
		if second%2 == 0 || d.uniform() < 0.1 {
			result := scaler.Scale(logger, now)
			text := "-"
			if result.ScaleValid {
				text = fmt.Sprintf("%d:%d", result.DesiredPodCount, result.ExcessBurstCapacity)
			}
			if text == last {
				repeats++
			} else {
				flush(out, last, repeats)
				last, repeats = text, 1
			}
			u := d.uniform()
			if u < 0.6 && result.ScaleValid {
				counter.ready = int(result.DesiredPodCount)
			} else if u >= 0.8 {
				counter.ready = d.below(20)
			}
		}
	}
	flush(out, last, repeats)
	fmt.Fprintln(out)
	collector.Delete("n", "r")
}

func flush(out *bufio.Writer, text string, repeats int) {
	if repeats == 1 {
		fmt.Fprintf(out, " %s", text)
	} else if repeats > 1 {
		fmt.Fprintf(out, " %s*%d", text, repeats)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
