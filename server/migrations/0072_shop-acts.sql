-- Goods and periods of the shop are decided by two operators.
insert into act_kinds values
  ('add-good', '{editor,treasurer}', '{risk,administrator}'),
  ('open-period', '{editor,treasurer}', '{risk,administrator}');
