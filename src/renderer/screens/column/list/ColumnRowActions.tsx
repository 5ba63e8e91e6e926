import { Button, makeStyles, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import {
  AddRegular,
  CopyRegular,
  DeleteRegular,
  EditRegular,
  FormRegular,
  MoreHorizontalRegular,
  OptionsRegular,
} from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { RowActions } from '#renderer/kit/table/RowActions.tsx'
import type { ColumnActions } from './actions.ts'

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center' },
  more: { minWidth: '24px' },
})

interface Props {
  column: Column
  actions: ColumnActions
}

/** A·§2: add below, edit, delete, and more. The system's columns are neither added nor deleted nor copied. */
export function ColumnRowActions({ column, actions }: Props) {
  const styles = useStyles()
  const own = column.siteId !== 0
  return (
    <div className={styles.root}>
      <RowActions
        row={column.title}
        actions={[
          own
            ? {
                title: '新增下级',
                icon: AddRegular,
                refusal: actions.refusal(column, 'addChild'),
                run: () => actions.addBelow(column),
              }
            : null,
          {
            title: '编辑',
            icon: EditRegular,
            refusal: actions.refusal(column, 'edit'),
            run: () => actions.edit(column),
          },
          own
            ? {
                title: '删除',
                icon: DeleteRegular,
                refusal: actions.refusal(column, 'remove'),
                run: () => actions.remove(column),
              }
            : null,
        ]}
      />
      <More column={column} actions={actions} own={own} />
    </div>
  )
}

function More({ column, actions, own }: Props & { own: boolean }) {
  const styles = useStyles()
  const noAttributes = actions.refusal(column, 'attributes')
  const noCopy = actions.refusal(column, 'read')
  const noFields = actions.refusal(column, 'edit')
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          className={styles.more}
          icon={<MoreHorizontalRegular />}
          aria-label={`更多 ${column.title}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem
            icon={<OptionsRegular />}
            disabled={noAttributes !== null}
            subText={noAttributes ?? undefined}
            onClick={() => actions.switches(column)}
          >
            编辑属性
          </MenuItem>
          {own && (
            <MenuItem
              icon={<CopyRegular />}
              disabled={noCopy !== null}
              subText={noCopy ?? undefined}
              onClick={() => actions.copy(column)}
            >
              复制栏目
            </MenuItem>
          )}
          {own && (
            <MenuItem
              icon={<FormRegular />}
              disabled={noFields !== null}
              subText={noFields ?? undefined}
              onClick={() => actions.fields(column)}
            >
              设置字段
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
