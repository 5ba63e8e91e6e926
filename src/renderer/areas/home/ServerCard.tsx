import { makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { type ServerInfo, TOLERATED_SKEW_MS } from '#shared/contract/home.ts'
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

/** While the page is seen the machine is asked again so often. */
const EVERY_MS = 5000
/** From here on a bar warns. */
const MUCH = 90

const describeSkew = (ms: number): string =>
  `比数据库${ms > 0 ? '快' : '慢'} ${Math.round(Math.abs(ms) / 1000)} 秒，请校准`

/** C·§2: how busy the server's machine is, and what it is. `first` came with the page. */
export function ServerCard({ first }: { first: ServerInfo }) {
  const styles = useStyles()
  // The first answer is there: the machine is asked when that is old.
  const [again, setAgain] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAgain(true), EVERY_MS)
    return () => clearTimeout(timer)
  }, [])
  const read = useRead('system.info', {}, { quiet: true, enabled: again, everyMs: EVERY_MS })
  const info = read.data ?? first
  const skew = info.clockSkewMs ?? 0
  // Our own server runs in Node.js and says so.
  const isJava = !info.javaVersion.startsWith('Node')
  return (
    <Card title="服务器信息">
      <div className={styles.bars}>
        <Bar title="CPU 使用率" percent={round(info.cpuUsage * 100)} />
        <Bar
          title="内存使用率"
          percent={info.memoryTotal > 0 ? round((info.memoryUsed / info.memoryTotal) * 100) : null}
          note={`${formatBytes(info.memoryUsed)} / ${formatBytes(info.memoryTotal)}`}
        />
        <Bar title="磁盘使用率" percent={info.diskUsage[0] === undefined ? null : round(info.diskUsage[0])} />
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
          ...(Math.abs(skew) > TOLERATED_SKEW_MS ? [{ name: '时钟', value: describeSkew(skew) }] : []),
        ]}
      />
    </Card>
  )
}

/** C·§9: to 2 decimals. */
const round = (percent: number): number => Math.round(percent * 100) / 100

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
        color={(percent ?? 0) >= MUCH ? 'error' : 'brand'}
      />
    </div>
  )
}
