-- The network of an address: of IPv6 its first 64 bits, of IPv4 the address itself. A text that is no address is its
-- own network. Called by note_member_network; by src/packs/evidence.queries.ts and src/disputes/proofs.queries.ts,
-- which ask whether an address is in a member's network; and by src/requests/requests.queries.ts for looks from one
-- network.
CREATE OR REPLACE FUNCTION network_of(ip text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN family(ip::inet) = 6 THEN host(network(set_masklen(ip::inet, 64))) ELSE host(ip::inet) END;
EXCEPTION WHEN OTHERS THEN
  RETURN ip;
END;
$$;
