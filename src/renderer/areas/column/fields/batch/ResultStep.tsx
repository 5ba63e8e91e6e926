import { Button, ProgressBar, Text } from '@fluentui/react-components'
import type { ChosenField } from '../draft/draft.ts'
import { Footer } from '../frame/Footer.tsx'
import { TargetList, type TargetRow } from './TargetList.tsx'
import type { Target } from './targets.ts'
import type { useBatchSave } from './useBatchSave.ts'

interface Props {
  targets: readonly Target[]
  fields: readonly ChosenField[]
  batch: ReturnType<typeof useBatchSave>
  onDone: () => void
  onCancel: () => void
}

/** How saving went for each column; failures can be tried again alone. */
export function ResultStep({ targets, fields, batch, onDone, onCancel }: Props) {
  const { results, running, failed, done } = batch
  const again = failed.filter(({ column }) => !results.get(column.id)?.conflict)
  const rows = targets.map((target): TargetRow => {
    const { id, title } = target.column
    const { state = 'waiting', text = '', conflict = false } = results.get(id) ?? {}
    const overwrite = conflict && !running && { onOverwrite: () => batch.run([target], fields, true) }
    return { id, title, state, text, ...overwrite }
  })
  const said = running
    ? `正在保存，已完成 ${done} 个，共 ${targets.length} 个`
    : failed.length > 0
      ? `${done} 个栏目设置成功，${failed.length} 个没有保存`
      : `${done} 个栏目全部设置成功`
  const other = running ? (
    <Button onClick={batch.stop}>停止</Button>
  ) : (
    failed.length > 0 && <Button onClick={batch.forget}>返回修改字段</Button>
  )
  const retry = !running && again.length > 0 && (
    <Button appearance="primary" onClick={() => batch.run(again, fields)}>
      重试失败的 {again.length} 个
    </Button>
  )
  return (
    <>
      <ProgressBar aria-label="保存进度" value={done + failed.length} max={targets.length} />
      <Text role="status">{said}</Text>
      <TargetList label="保存结果" rows={rows} />
      <Footer note="" extra={other} main={retry} onCancel={running || failed.length > 0 ? onCancel : onDone} />
    </>
  )
}
