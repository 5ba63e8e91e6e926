import { makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { type ServerInfo, MAX_CLOCK_SKEW_MS } from '#shared/contract/home.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

const useStyles = makeStyles({
  bars: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
    gap: tokens.spacingHorizontalXL,
  },
  bar: { display: 'grid', gap: tokens.spacingVerticalXS },
  line: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
  value: { fontVariantNumeric: 'tabular-nums' },
})

/** Poll interval while the page is visible. */
const POLL_INTERVAL_MS = 5000
/** From this usage on, a bar turns red. */
const WARNING_PERCENT = 90

const describeSkew = (ms: number): string =>
  `比数据库${ms > 0 ? '快' : '慢'} ${Math.round(Math.abs(ms) / 1000)} 秒，请校准服务器时钟`

/** Load and properties of the server's machine (C·§2). `initialInfo` comes with the overview of the home page. */
export function ServerCard({ first: initialInfo }: { first: ServerInfo }) {
  const styles = useStyles()
  // The first poll waits one interval, because `initialInfo` is fresh when the card appears.
  const [isPolling, setAgain] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAgain(true), POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [])
  const poll = useRead('system.info', {}, { quiet: true, enabled: isPolling, everyMs: POLL_INTERVAL_MS })
  const info = poll.data ?? initialInfo
  const skew = info.clockSkewMs ?? 0
  // Sitecraft's own server reports its Node.js version in this field.
  const isJava = !info.javaVersion.startsWith('Node')
  return (
    <Card title="服务器信息">
      <div className={styles.bars}>
        <Bar title="CPU 使用率" percent={roundPercent(info.cpuUsage * 100)} />
        <Bar
          title="内存使用率"
          percent={info.memoryTotal > 0 ? roundPercent((info.memoryUsed / info.memoryTotal) * 100) : null}
          note={`${formatBytes(info.memoryUsed)} / ${formatBytes(info.memoryTotal)}`}
        />
        <Bar title="磁盘使用率" percent={info.diskUsage[0] === undefined ? null : roundPercent(info.diskUsage[0])} />
      </div>
      <Facts
        wide
        facts={[
          { name: 'IP', value: info.serverIp },
          { name: isJava ? 'Java 版本' : '运行环境', value: info.javaVersion },
          { name: '文件路径分隔符', value: info.fileSeparator },
          { name: isJava ? 'JVM 内存' : '进程内存', value: formatBytes(info.jvmTotalMemory) },
          { name: 'CPU 核数和名称', value: `${info.cpuCoresCount} 核${info.cpuName ? `，${info.cpuName}` : ''}` },
          { name: '操作系统', value: info.osName },
          ...(Math.abs(skew) > MAX_CLOCK_SKEW_MS ? [{ name: '时钟', value: describeSkew(skew) }] : []),
        ]}
      />
    </Card>
  )
}

/** Rounded to 2 decimals (C·§9). */
const roundPercent = (percent: number): number => Math.round(percent * 100) / 100

function Bar({ title, percent, note }: { title: string; percent: number | null; note?: string }) {
  const styles = useStyles()
  const value = percent === null ? '无法读取' : `${percent.toFixed(2)}%`
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <Text>{title}</Text>
        <Text className={styles.value} title={note}>
          {value}
        </Text>
      </div>
      <ProgressBar
        aria-label={title}
        aria-valuetext={value}
        thickness="large"
        max={100}
        value={Math.min(100, percent ?? 0)}
        color={(percent ?? 0) >= WARNING_PERCENT ? 'error' : 'brand'}
      />
    </div>
  )
}
