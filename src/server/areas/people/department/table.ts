import { id, millis, ref, saved, table, text, unique } from '#server/db/table.ts'

export const departmentTables = {
  department: table({
    title: '部门',
    columns: {
      id: id(),
      /** The department that it stands below; 0: none. */
      parentId: ref('department'),
      /** One of its name below its parent. */
      title: text(),
      createTime: millis(),
      ...saved(),
    },
    indexes: {
      department_name: unique('parentId title'),
    },
  }),
}
