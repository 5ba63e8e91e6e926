import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds; calls answer within milliseconds, exports and builds take up to minutes. */
const CALL_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60]
const QUERY_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60]
const JOB_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800]

/** Creates the metrics of a server. Names follow Prometheus: base units, `_total` for counters. */
export function createMetrics() {
  const registry = new Registry()
  return {
    registry,
    requests: new Counter({
      name: 'sitecraft_http_requests_total',
      help: 'Requests by operation and status',
      labelNames: ['operation', 'status'] as const,
      registers: [registry],
    }),
    requestTime: new Histogram({
      name: 'sitecraft_http_request_duration_seconds',
      help: 'Time until a response was sent',
      labelNames: ['operation'] as const,
      buckets: CALL_BUCKETS,
      registers: [registry],
    }),
    underWay: new Gauge({
      name: 'sitecraft_http_requests_in_flight',
      help: 'Requests in progress',
      registers: [registry],
    }),
    queries: new Histogram({
      name: 'sitecraft_database_query_duration_seconds',
      help: 'Time of the statements of the database',
      labelNames: ['outcome'] as const,
      buckets: QUERY_BUCKETS,
      registers: [registry],
    }),
    store: new Histogram({
      name: 'sitecraft_store_duration_seconds',
      help: 'Time of calls of the store of uploaded files, without the bytes of a stream',
      labelNames: ['call', 'outcome'] as const,
      buckets: CALL_BUCKETS,
      registers: [registry],
    }),
    jobWait: new Histogram({
      name: 'sitecraft_job_wait_seconds',
      help: 'How long a job waited until it began',
      labelNames: ['kind'] as const,
      buckets: JOB_BUCKETS,
      registers: [registry],
    }),
    jobTime: new Histogram({
      name: 'sitecraft_job_duration_seconds',
      help: 'How long a job took in this process',
      labelNames: ['kind', 'outcome'] as const,
      buckets: JOB_BUCKETS,
      registers: [registry],
    }),
    signIns: new Counter({
      name: 'sitecraft_sign_ins_total',
      help: 'Sign-ins by outcome',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
