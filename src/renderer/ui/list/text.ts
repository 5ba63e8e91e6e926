/** B·§8: before rows of a list are deleted. */
export const DELETE_QUESTION = '确认删除？ 操作不可撤销！'
