import { Badge, Button, makeStyles, Radio, RadioGroup, Spinner, Text, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular, FolderOpenRegular, FolderSyncRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { DraftChange, DraftState } from '#shared/contract/templateDraft.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { FileDiff } from './FileDiff.tsx'
import { useFresh } from './useFresh.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  facts: { color: tokens.colorNeutralForeground3, marginInlineEnd: 'auto', overflowWrap: 'anywhere' },
})

interface Props {
  templateId: number
  draft: NonNullable<DraftState['draft']>
  onSync?: () => void
  onFiles?: () => void
  onPublished: () => void
}

type Side = 'draft' | 'live'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

const describePublished = (published: number, taken: number): string =>
  [
    published > 0 ? `已发布 ${published} 处更改` : '线上没有需要改动的',
    ...(taken > 0 ? [`草稿也得到了线上的 ${taken} 处更改`] : []),
  ].join('，')

/** What is done with one change. */
const WAY_LABELS: Record<DraftChange['way'], string> = {
  publish: '发布到线上',
  take: '线上另有修改，草稿也会得到',
  merge: '两边都改过，自动合并',
  ask: '两边都改过，请选择',
}

const CHANGE_KINDS: Record<DraftChange['change'], { title: string; color: Color }> = {
  added: { title: '新增', color: 'success' },
  changed: { title: '修改', color: 'brand' },
  removed: { title: '删除', color: 'danger' },
}

const publishQuestion = (count: number) => ({
  title: '发布更改',
  text: `${count} 处更改会一次发布到线上，使用这个模板的站点马上就会用上。发布之前的样子保存在“历史”里，可以撤销。`,
  confirmText: '发布',
})
const DISCARD_QUESTION = {
  title: '放弃草稿',
  text: '草稿会被删除，线上的模板不变。草稿现在的内容保存在“历史”里，以后可以放回新的草稿。',
  confirmText: '放弃',
  danger: true,
}

const NO_CHANGES = (
  <EmptyState icon={CheckmarkCircleRegular} title="草稿和线上一样" text="在草稿里的修改会列在这里，看过之后再发布。" />
)

/** What differs between a draft and its template, and the publication. */
export function DraftChanges({ templateId, draft, onSync, onFiles, onPublished }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const toast = useToast()
  const [shown, setShown] = useState<string | null>(null)
  const [answers, setAnswers] = useState<ReadonlyMap<string, Side>>(new Map())
  const read = useRead('templateDraft.changes', { id: templateId }, { quiet: true, onFocus: true })
  const publish = useWrite('templateDraft.publish', {
    success: false,
    onSuccess: ({ data }) => {
      toast.success(describePublished(data.published, data.taken))
      if (data.momentId > 0) onPublished()
    },
  })
  const discard = useWrite('templateDraft.discard')
  useFresh('templateDraft.changes', 'templateDraft.file')
  const changes = read.data?.changes
  const open = (changes ?? []).filter(({ way, path }) => way === 'ask' && !answers.has(path)).length
  const busy = publish.isPending || discard.isPending

  const askPublish = async (): Promise<void> => {
    if (!read.data || !changes) return
    if (open > 0) return toast.warning(`还有 ${open} 个文件两边都改过，请先选择用哪一边的。`)
    if (!(await confirm(publishQuestion(changes.length)))) return
    const chosen = changes.flatMap(({ path, way }) => {
      const take = answers.get(path)
      return way === 'ask' && take ? [{ path, take }] : []
    })
    publish.mutate(
      { id: templateId, signature: read.data.signature, answers: chosen },
      // What was shown holds no more: the new list comes, and nothing was done.
      { onError: (error) => error.code === 'conflict' && void read.refetch() },
    )
  }
  const askDiscard = async (): Promise<void> => {
    if (await confirm(DISCARD_QUESTION)) discard.mutate({ id: templateId })
  }
  const choose = (path: string, side: Side): void => setAnswers((before) => new Map([...before, [path, side]]))

  const columns: TableColumn<DraftChange>[] = [
    { key: 'path', title: '文件', render: ({ path, kind }) => (kind === 'folder' ? `${path}/` : path) },
    {
      key: 'change',
      title: '更改',
      width: '84px',
      render: ({ change }) => (
        <Badge appearance="tint" color={CHANGE_KINDS[change].color}>
          {CHANGE_KINDS[change].title}
        </Badge>
      ),
    },
    {
      key: 'way',
      title: '处理',
      width: '300px',
      render: (row) =>
        row.way === 'ask' ? (
          <Choice row={row} value={answers.get(row.path)} onChoose={(side) => choose(row.path, side)} />
        ) : (
          WAY_LABELS[row.way]
        ),
    },
    {
      key: 'keys',
      title: '操作',
      width: '112px',
      align: 'end',
      render: ({ path, kind }) =>
        kind === 'file' && (
          <Button size="small" aria-label={`查看差异 ${path}`} onClick={() => setShown(path)}>
            查看差异
          </Button>
        ),
    },
  ]
  return (
    <>
      <div className={styles.bar}>
        <Text className={styles.facts}>{`${draft.createdBy} 于 ${draft.createDate} 建立的草稿`}</Text>
        {onFiles && (
          <Button icon={<FolderOpenRegular />} onClick={onFiles}>
            草稿的文件
          </Button>
        )}
        {onSync && (
          <Button icon={<FolderSyncRegular />} onClick={onSync}>
            同步草稿到本地
          </Button>
        )}
        <Button disabledFocusable={busy} onClick={() => void askDiscard()}>
          放弃草稿
        </Button>
        <Button
          appearance="primary"
          icon={publish.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
          disabledFocusable={busy || !changes || changes.length === 0}
          onClick={() => void askPublish()}
        >
          发布更改
        </Button>
      </div>
      <DataTable
        label="要发布的更改"
        columns={columns}
        rows={changes}
        read={read}
        rowKey={({ path }) => path}
        rowLabel={({ path }) => path}
        onOpen={({ path, kind }) => kind === 'file' && setShown(path)}
        empty={NO_CHANGES}
      />
      {shown !== null && <ChangeDiff id={templateId} path={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface ChoiceProps {
  row: DraftChange
  value: Side | undefined
  onChoose: (side: Side) => void
}

/** Which of two versions is wanted, of a file that both sides changed. */
function Choice({ row: { path, draftSize, liveSize, kind }, value, onChoose }: ChoiceProps) {
  const said = (size: number): string => (kind === 'file' && size === 0 ? '（已删除或为空）' : '')
  return (
    <RadioGroup
      layout="horizontal"
      aria-label={`${path} 用哪一边的版本`}
      value={value ?? ''}
      onChange={(_event, { value: side }) => onChoose(side === 'draft' ? 'draft' : 'live')}
    >
      <Radio value="draft" label={`用草稿的${said(draftSize)}`} />
      <Radio value="live" label={`用线上的${said(liveSize)}`} />
    </RadioGroup>
  )
}

function ChangeDiff({ id, path, onClose }: { id: number; path: string; onClose: () => void }) {
  const read = useRead('templateDraft.file', { id, path }, { quiet: true })
  const sides =
    read.data &&
    ([
      { title: '线上', version: read.data.live },
      { title: '草稿', version: read.data.draft },
    ] as const)
  return <FileDiff path={path} sides={sides} read={read} onClose={onClose} />
}
