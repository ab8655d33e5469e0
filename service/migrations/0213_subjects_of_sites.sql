-- Returns what a call of the audit log is about, as `audit_subject` does; the websites that show embeds are about the account.
CREATE FUNCTION call_subject(call text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN call ~ '^(SIGN_IN$|\w+ /user/tokens?(/|$)|\w+ /user/[^/]+/tokens$)' THEN 'SIGN_INS'
    WHEN call ~ '^\w+ /((user|invitation|mailLink)(/|$)|account/[^/]+/(users|userSummaries|invitations)$)' THEN 'USERS'
    WHEN call ~ '^\w+ /(account/[^/]+(/(auditLog|sites))?$|site/|storefrontRecords$)' THEN 'ACCOUNT'
    WHEN call ~ '^\w+ /((order|admission|payment|reservation|cart|quote|waitingList|voucherReturn|refundRequest|refundJob|message)(/|$)|(account|eventDate)/[^/]+/(voucherReturns|refundRequests|messages|deadMessages|admissions))' THEN 'ORDERS'
    ELSE 'CATALOGUE'
  END
$$;
