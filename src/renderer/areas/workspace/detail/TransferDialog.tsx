import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Spinner,
  Text,
  Textarea,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import { type Direction, DIRECTIONS, type TransferResult } from '#shared/contract/workspace.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PlanTable } from '#renderer/features/workspaces/PlanTable.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'

const useStyles = makeStyles({
  choices: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: tokens.spacingHorizontalL, flexShrink: 0 },
  still: { flexShrink: 0 },
})

const DIRECTION_TEXTS: Record<Direction, { title: string; run: string }> = {
  sync: { title: '两边同步', run: '同步' },
  pull: { title: '拉取：只将服务器的修改同步到本地', run: '拉取' },
  push: { title: '推送：只将本地的修改同步到服务器', run: '推送' },
}

interface Props {
  id: string
  name: string
  onClose: () => void
}

/**
 * 拉取与推送: a manual sync in one direction or both, of all or some files. A dry run shows the plan and has to come first.
 * Also works while the workspace is paused.
 */
export function TransferDialog({ id, name, onClose }: Props) {
  const styles = useStyles()
  const [direction, setDirection] = useState<Direction>('sync')
  const [lines, setLines] = useState('')
  const [result, setResult] = useState<{ is: 'plan' | 'done'; told: TransferResult } | null>(null)
  const transfer = useWrite('workspaces.transfer', { success: false })
  const only = lines.split('\n').filter((line) => line.trim() !== '')
  const run = (dryRun: boolean): void =>
    transfer.mutate(
      { id, direction, only, dryRun },
      { onSuccess: ({ data }) => setResult({ is: dryRun ? 'plan' : 'done', told: data }) },
    )
  const change = (apply: () => void): void => {
    apply()
    setResult(null)
  }
  const busy = transfer.isPending
  const icon = busy ? <Spinner size="tiny" aria-hidden /> : undefined
  const isPlanned = result?.is === 'plan' && result.told.items.some(({ action }) => action !== 'conflict')
  return (
    <PanelDialog
      title={`拉取与推送 · ${name}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            appearance={isPlanned ? 'secondary' : 'primary'}
            icon={isPlanned ? undefined : icon}
            disabledFocusable={busy}
            onClick={() => run(true)}
          >
            试运行
          </Button>
          {isPlanned && (
            <Button appearance="primary" icon={icon} disabledFocusable={busy} onClick={() => run(false)}>
              {DIRECTION_TEXTS[direction].run}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.choices}>
        <Field label="方向">
          <RadioGroup
            value={direction}
            disabled={busy}
            onChange={(_event, { value }) => {
              const chosen = DIRECTIONS.find((each) => each === value)
              if (chosen) change(() => setDirection(chosen))
            }}
          >
            {DIRECTIONS.map((each) => (
              <Radio key={each} value={each} label={DIRECTION_TEXTS[each].title} />
            ))}
          </RadioGroup>
        </Field>
        <Field label="只包括以下文件" hint="每行一条，格式与 .gitignore 相同，例如 css/ 或 *.html；不填写表示全部文件">
          <Textarea
            rows={3}
            resize="vertical"
            value={lines}
            disabled={busy}
            onChange={(_event, { value }) => change(() => setLines(value))}
          />
        </Field>
      </div>
      {result ? (
        <Told is={result.is} told={result.told} />
      ) : (
        <EmptyState
          title="先试运行"
          text="试运行只列出将执行的操作，不改动任何文件；确认后再执行。其他文件不受影响。"
        />
      )}
    </PanelDialog>
  )
}

function Told({ is, told: { items, done, left, halt } }: { is: 'plan' | 'done'; told: TransferResult }) {
  const styles = useStyles()
  const open = is === 'plan' ? left.filter(({ path }) => !items.some((item) => item.path === path)) : left
  return (
    <>
      <Text className={styles.still} weight="semibold" role="status">
        {is === 'done'
          ? `已完成 ${done} 项`
          : items.length > 0
            ? `将执行 ${items.length} 项`
            : '无需同步，本机和服务器一致'}
      </Text>
      {halt && (
        <MessageBar className={styles.still} intent="warning" layout="multiline">
          <MessageBarBody>{`${halt.message}。请关闭此窗口，在“查看清单并处理”中处理。`}</MessageBarBody>
        </MessageBar>
      )}
      {open.length > 0 && (
        <DataTable
          label="未同步的文件"
          columns={[
            {
              key: 'path',
              title: is === 'plan' ? '暂时不能同步的文件' : '未同步的文件',
              render: (row) => row.path,
            },
            { key: 'reason', title: '原因', width: '60%', render: (row) => row.reason },
          ]}
          rows={open}
          rowKey={(row) => row.path}
        />
      )}
      {is === 'plan' && items.length > 0 && <PlanTable items={items} />}
    </>
  )
}
