import { Button, makeStyles, Text, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowUpRegular, FolderAddRegular, FolderRegular, HomeRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { NameDialog } from '#renderer/ui/dialogs/NameDialog.tsx'
import type { ChosenFolder } from './chosenFolder.ts'

type FolderNode = OutputOf<'folders.list'>['folders'][number]

const useStyles = makeStyles({
  path: { flex: '1 1 240px', minWidth: 0 },
  list: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0 },
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { color: tokens.colorBrandForeground1, fontSize: '20px', flexShrink: 0 },
})

/** Chooses a folder of this machine where there is no native dialog. Enter opens a folder, Backspace goes up. */
export function FolderChooser(props: { onChosen: (folder: ChosenFolder) => void; onClose: () => void }) {
  const styles = useStyles()
  const [node, setNode] = useState<string>()
  const [naming, setNaming] = useState(false)
  const read = useRead('folders.list', node ? { node } : {}, { quiet: true, keepPrevious: true })
  const create = useWrite('folders.create', { quiet: true, onSuccess: ({ data }) => setNode(data.node) })
  const grant = useWrite('folders.grant', { onSuccess: ({ data }) => props.onChosen(data) })
  const current = read.data

  const columns: TableColumn<FolderNode>[] = [
    {
      key: 'name',
      title: '文件夹',
      render: (row) => (
        <span className={styles.name}>
          <FolderRegular className={styles.icon} aria-hidden />
          <Text truncate wrap={false}>
            {row.name}
          </Text>
          {!row.readable && <Text size={200}>没有权限</Text>}
        </span>
      ),
    },
  ]
  const up = (): void => setNode(current?.parent ?? undefined)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && current?.node) up()
  }

  return (
    <>
      <PanelDialog
        title="选择文件夹"
        size="medium"
        onClose={props.onClose}
        footer={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              appearance="primary"
              disabledFocusable={!current?.node || grant.isPending}
              onClick={() => current?.node && grant.mutate({ node: current.node })}
            >
              选择此文件夹
            </Button>
          </>
        }
      >
        <Toolbar
          end={
            <Button icon={<FolderAddRegular />} disabled={!current?.node} onClick={() => setNaming(true)}>
              新建文件夹
            </Button>
          }
        >
          <Tooltip content="返回上一级" relationship="label">
            <Button appearance="subtle" icon={<ArrowUpRegular />} disabled={!current?.node} onClick={up} />
          </Tooltip>
          <Tooltip content="主文件夹和磁盘" relationship="label">
            <Button appearance="subtle" icon={<HomeRegular />} onClick={() => setNode(undefined)} />
          </Tooltip>
          <Text className={styles.path} truncate wrap={false} title={current?.path} role="status">
            {current?.path || '主文件夹和磁盘'}
          </Text>
        </Toolbar>
        <div className={styles.list} role="presentation" onKeyDown={onKeyDown}>
          <DataTable
            key={node}
            label="文件夹"
            columns={columns}
            rows={current?.folders}
            read={read}
            rowKey={(row) => row.node}
            onOpen={(row) => setNode(row.node)}
            empty={<EmptyState icon={FolderRegular} title="没有子文件夹" text="可以直接选择此文件夹，或新建一个。" />}
          />
        </div>
      </PanelDialog>
      {naming && current?.node && (
        <NameDialog
          title="新建文件夹"
          label="文件夹名称"
          onClose={() => setNaming(false)}
          save={(name) => create.mutateAsync({ node: current.node ?? '', name })}
        />
      )}
    </>
  )
}
