-- Lists of clients and contracts read the codes: they are noted as changes of clients.
select versioned_table('client_codes', 'clients');
