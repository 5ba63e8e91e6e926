import {
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Switch,
  Text,
  tokens,
} from '@fluentui/react-components'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { BuildPlan } from './BuildPlan.tsx'

type State = OutputOf<'statics.state'>
type Report = NonNullable<State['report']>

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, flexShrink: 0 },
  // A row of its own, so that the text beside the last switch moves none of them.
  switches: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalL,
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
  text: { color: tokens.colorNeutralForeground2 },
  problems: {
    margin: `${tokens.spacingVerticalXS} 0 0`,
    paddingInlineStart: '18px',
    maxHeight: '168px',
    overflow: 'auto',
    overflowWrap: 'anywhere',
  },
  place: { color: tokens.colorNeutralForeground3 },
})

/** Polling interval of the state, ms: builds may start automatically. */
const POLL_MS = 4000

/** The last build with its problems, and the switches for automatic and scheduled builds. */
export function StaticState({ siteId }: { siteId: number }) {
  const styles = useStyles()
  const { data } = useRead('statics.state', { id: siteId }, { quiet: true, everyMs: POLL_MS })
  const auto = useWrite('statics.setAuto')
  if (!data) return null
  return (
    <section className={styles.root} aria-label="静态页面状态">
      <Text className={styles.text}>{describeState(data)}</Text>
      <div className={styles.switches}>
        <Switch
          label="内容发布或修改后自动生成"
          checked={auto.isPending ? auto.variables.isAuto : data.isAuto}
          disabled={auto.isPending}
          onChange={(_event, { checked }) => auto.mutate({ id: siteId, isAuto: checked })}
        />
        <BuildPlan siteId={siteId} plan={data.plan} nextDate={data.nextDate} />
      </div>
      {data.report && data.report.problems.length > 0 && <Problems report={data.report} />}
    </section>
  )
}

function describeState({ buildDate, waiting, report }: State): string {
  if (buildDate === '' || !report) return '该站点还没有生成静态页面'
  const seconds = (report.durationMs / 1000).toFixed(1)
  const done = `上次生成：${buildDate}，共 ${report.pages} 页，更新 ${report.written} 个文件，用时 ${seconds} 秒`
  return waiting > 0 ? `${done}；有 ${waiting} 篇内容改动后尚未生成` : done
}

function Problems({ report: { problems } }: { report: Report }) {
  const styles = useStyles()
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>有 {problems.length} 处问题，其余页面已生成</MessageBarTitle>
        <ul className={styles.problems}>
          {problems.map(({ page, file, line, message }) => (
            <li key={`${page} ${file} ${line} ${message}`}>
              {message}
              <span className={styles.place}>
                （{file === '' ? '' : `模板 ${file} 第 ${line} 行，`}页面 {page}）
              </span>
            </li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  )
}
