import type { Column } from '#shared/contract/column.ts'
import { COLUMN_MODULES } from '#shared/domain/columnModule.ts'
import { COLUMN_POSITIONS } from '#shared/domain/columnPosition.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { actionsOf, type ChannelCommands, type ChannelRules, refusalOf } from './rowActions.ts'

/** The switches of the channel view: show or hide, and publishing from the front (contradictions.md 55). */
export type ChannelSwitch = 'showFront' | 'isAddArticle'

interface Options {
  rules: ChannelRules
  commands: ChannelCommands
  /** Resolves once the server has saved the switch. */
  toggleSwitch: (channel: Column, name: ChannelSwitch, value: boolean) => Promise<unknown>
}

const moduleTitle = (moduleId: number): string => COLUMN_MODULES.find(({ id }) => id === moduleId)?.title ?? '—'

const positionTitles = ({ showPositionIds }: Column): string =>
  COLUMN_POSITIONS.filter(({ id }) => showPositionIds.includes(id))
    .map(({ title }) => title)
    .join('、') || '—'

/** Name, English name, module, positions, switches and actions of a channel (A·§2). */
export const columnsOf = ({ rules, commands, toggleSwitch }: Options): TableColumn<Column>[] => {
  const createSwitchColumn = (name: ChannelSwitch, title: string): TableColumn<Column> => ({
    key: name,
    title,
    width: '96px',
    align: 'center',
    render: (row) => {
      const refusal = refusalOf(rules, row, 'show')
      return (
        <SwitchCell
          checked={row[name]}
          label={`${title} ${row.title}`}
          disabled={refusal !== null}
          {...(refusal ? { disabledReason: refusal } : {})}
          change={(checked) => toggleSwitch(row, name, checked)}
        />
      )
    },
  })
  return [
    { key: 'title', title: '名称', render: (row) => row.title },
    { key: 'enTitle', title: '英文名称', width: '15%', render: (row) => row.enTitle || '—' },
    { key: 'moduleId', title: '模块', width: '92px', render: (row) => moduleTitle(row.moduleId) },
    { key: 'positions', title: '展示位置', width: '15%', render: positionTitles },
    createSwitchColumn('showFront', '前台显示'),
    createSwitchColumn('isAddArticle', '前台发布'),
    {
      key: 'actions',
      title: '操作',
      width: '172px',
      align: 'end',
      render: (row) => <RowActions row={row.title} actions={actionsOf(rules, row, commands)} />,
    },
  ]
}
